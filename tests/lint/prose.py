# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Wordings that the English of this repository avoids, each with its reason.

Many readers read English as a second language. A pattern stands for a wording
that they must read twice. A pattern ignores case unless it has case=True.
"""

import dataclasses
import re
from typing import Tuple


@dataclasses.dataclass(frozen=True)
class Pattern:
    """A wording that a check looks for."""

    name: str
    regex: str
    reason: str
    case: bool = False

    def compiled(self) -> "re.Pattern[str]":
        """Returns the expression. `re` keeps it compiled."""
        return re.compile(self.regex, 0 if self.case else re.IGNORECASE)


# In comments, pages and messages.
WORDINGS = (
    Pattern(
        "actor without a name",
        r"\b(nobody|somebody|anybody|everybody|whoever|whom)\b",
        "name the actor: application, client, server, operator, Baton or gRPC",
    ),
    Pattern(
        "gendered pronoun",
        r"\b(he|him|his|she|her|hers)\b",
        "repeat the noun",
    ),
    # "12 us" and "(ms, us)" are microseconds, and "US" is a country.
    Pattern(
        "we",
        r"\b(our|ours|we)\b|(?<!\d )(?<!\d)(?<!(?-i:[nm]s, ))\b(?-i:[uU]s)\b(?!, (?-i:[nm]s)\b)",
        "name the actor: Baton, the library or this repository",
    ),
    # "one of the channels" and "so that one call fails" are common English.
    # Alone, or with an article before it, "one" stands where a noun should be.
    Pattern(
        "pronoun chain",
        r"\b(one|ones|those|that) (that|who|which)\b|\b(ones|those|that) of\b"
        r"|\b(the|that|this|every|each|no) one of\b"
        r"|\bthat one\b(?=\W*$|[^\w\s]| (is|was|has|had|does|did|may|can|will|must|and|or|as|at|by|for|from|if"
        r"|in|on|to|too|when|with|without|as well)\b)",
        "repeat the noun",
    ),
    # "The order in which they began" belongs to its noun. After a comma, or at
    # the start, the clause is detached.
    Pattern(
        "detached relative clause",
        r"\b(of|to|for|in|by|from) (whom|whose)\b|\bof which\b|(^|[,.:;(] )(\w+ )?(to|for|in|by|from) which\b",
        "write two sentences",
    ),
    # "to handle" and "to the handler" are no hands.
    Pattern(
        "idiom",
        r"\b(see|sees|saw|seen|seeing) off\b|\b(at|to) hand\b|\bwants the lock\b|\bsees? to\b",
        "use a literal word: drain, current, requires",
    ),
    Pattern(
        "idiom",
        r"\bon (its|their) way\b|\bunder way\b",
        "an attempt is in flight, an operation is pending",
    ),
    Pattern(
        "idiom",
        r"\bturn(s|ed|ing)? (it |them )?away\b",
        "a server rejects a request",
    ),
    # "apart from", "20 ms apart", "for good reason" and "they are all the same"
    # are common English.
    Pattern(
        "dated word",
        r"\b(anew|seldom|of late|in vain|for good(?! reason)|for ever|(?<!are )all the same"
        r"|(?<!\dms )(?<!\d ms )(?<!\d s )(?<!seconds )apart(?! from\b))\b",
        "use a common word",
    ),
    Pattern(
        "quantity without a noun",
        r"\bso (many|much|long|far|few)\b",
        "name the quantity and its unit",
    ),
    Pattern(
        "passive without an actor",
        r"\b(is|are|was|were|be) (told|said|asked|held against|looked at|looked for|taken for|made of|seen to)\b",
        "name the actor and use an active verb",
    ),
    Pattern(
        "invented term",
        r"\b(mends?|mended|mint(s|ed|ing)?|knobs?|weathers?|standstill|the law)\b",
        "use the conventional term: fixes, creates, setting, failure scenario, stall, amplification bound",
    ),
)

# In names of the code, after they were split into words.
NAMES = (
    Pattern(
        "idiom in a name",
        r"\b(see|sees|seen) off\b|\b(at|to) hand\b|\bturn(s|ed|ing)? away\b|\bin vain\b",
        "name it after the conventional term: drain, current, reject, unsuccessful",
    ),
    Pattern(
        "actor without a name in a name",
        r"\b(nobody|somebody|anybody|everybody|whoever|whom)\b",
        "name the actor",
    ),
    Pattern(
        "invented term in a name",
        r"\b(mends?|mended|mint(s|ed|ing)?|knobs?|weathers?|standstill|the law)\b",
        "use the conventional term: fix, create, setting, scenario, stall, amplification",
    ),
)

# At the start of a block of comments in headers and .proto files.
# "For a call without a deadline, the policy ..." is a whole sentence.
OPENINGS = (
    Pattern(
        "fragment",
        r"(Of|(For|From|By|Like)(?! [^.:;,]+, ((the|an?|this|each|every|all|no|Baton|gRPC)\b|`))"
        r"|Whom|Whose|That|Those|The same|It|They|So|Or|And|Nor|One|The one"
        r"|This one|Nobody|Somebody|Both|Also)\b",
        "start with a named subject, or with a verb in the third person",
        case=True,
    ),
    Pattern("starts with What", r"What\b", "start with a named subject", case=True),
    # "Does nothing if ...", "Does the same as ...", "Has no effect.", "Do not
    # call it twice." and "Must be called once." are statements.
    Pattern(
        "question",
        r"(Is|Are|Was|Does|Do|Did|Has|Have|May|Can|Could|Would|Should|Must|Will)\b"
        r"(?! (not|nothing|the same|no|never|only|be)\b)",
        'write "Returns whether ..."',
        case=True,
    ),
)

# In every text file, in comments and in code.
SPELLINGS = (
    Pattern(
        "British spelling",
        r"behavio[u]r|colo[u]r|fla[v]our|licen[c]e|hono[u]r|neighbo[u]r|favo[u]r|fib[r]e\b|gr[e]y",
        "spelling is American, as in gRPC, Abseil and OpenTelemetry",
    ),
)

# "In-flight attempts" does not start with the word "in".
HEADINGS = (
    Pattern(
        "heading",
        r"(What|Which|While|When|Where|Who|How|Why|Of|From|In(?!-)|An?(?!-)|Nothing|Your|Coming|Checked|Is|Does|Can)\b",
        "a heading is a noun phrase that a reader would search for",
        case=True,
    ),
)

# In string literals of C++.
MESSAGES = (
    Pattern(
        "message without a subject",
        r"\bmust (not )?be there\b",
        'name the field, the problem and the value: "x: is required"',
    ),
)

TEST_NAMES = (
    Pattern(
        "starts with a conjunction",
        r"^(And|Also|But|So|Nor|Or|That|Of|Though|Unless|If|Even)(?=[A-Z])",
        "a test name stands alone",
        case=True,
    ),
    Pattern(
        "ends without its verb or object",
        r"(Not|Does|Is|Are|So|Either|Too|None|May)$",
        "a test name stands alone: subject + behavior + condition",
        case=True,
    ),
    Pattern(
        "starts with a question word",
        r"^(What|Where|Who|How|Which)(?=[A-Z])",
        "a test name is a claim, not a question",
        case=True,
    ),
    # "ShowsTheSampleAsItIsCompiled" names what "it" is.
    Pattern(
        "has no actor, or an idiom",
        r"Nobody|Somebody|Whoever|Everybody|Anybody|OneThat|HisTime|AllTheSame|(?<!As)ItIs",
        "name the actor",
        case=True,
    ),
    Pattern(
        "is one word",
        r"^[A-Z][a-z0-9]+$",
        "a test name is subject + behavior + condition",
        case=True,
    ),
)

# Two ideas in one comment: a word, a semicolon and a word.
SEMICOLON = re.compile(r"\w; \w")
SEMICOLON_LIMIT = 50

LONG_SENTENCE = 25
LONG_SENTENCES_PERCENT = 2.0

# The state machines of calls in flight. Their comments are checked last.
LATER: Tuple[str, ...] = (
    "interceptors/baton/rpc/stream/",
    "interceptors/baton/rpc/unary/",
)
