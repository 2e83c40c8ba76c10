# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Each picture of docs/architecture.md was drawn from the text beside it.

The comment of an SVG file holds the hash of that text, so this test needs no
Graphviz. The test also checks that every text has enough contrast.
"""

import hashlib
import pathlib
import re
import unittest

_DOCS = pathlib.Path("docs")
_PICTURES = _DOCS / "images/architecture"
_HASH = re.compile(r"^<!-- Drawn by docs/generate/pictures\.sh from (\S+), sha256 (\w+) -->$")
_FILL = re.compile(r'<(polygon|path|ellipse|text)\b[^>]*\bfill="(#\w{6})"')
_LEAST_CONTRAST = 4.5  # WCAG 2.1, level AA


def _luminance(color):
    """The relative luminance of "#rrggbb", as WCAG defines it."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear))


def _contrast(first, second):
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


class PicturesTest(unittest.TestCase):
    def test_picture_was_drawn_from_the_current_text(self):
        texts = sorted(_PICTURES.glob("*.dot"))
        self.assertTrue(texts)
        for text in texts:
            first_line = text.with_suffix(".svg").read_text().splitlines()[0]
            digest = hashlib.sha256(text.read_bytes()).hexdigest()
            self.assertEqual(
                _HASH.match(first_line).groups(), (text.name, digest), f"{text}: run docs/generate/pictures.sh"
            )

    def test_page_shows_every_picture_and_every_picture_has_a_text(self):
        page = (_DOCS / "architecture.md").read_text()
        shown = set(re.findall(r"\(images/architecture/([\w-]+)\.svg\)", page))
        self.assertEqual(shown, {picture.stem for picture in _PICTURES.glob("*.svg")})
        self.assertEqual(shown, {text.stem for text in _PICTURES.glob("*.dot")})

    def test_text_is_legible_in_light_and_dark_mode(self):
        for picture in sorted(_PICTURES.glob("*.svg")):
            svg = picture.read_text()
            # The first shape is the background. It covers the color of the page.
            self.assertRegex(svg, r'<title>\w+</title>\n<polygon fill="#ffffff"', picture)
            fills = _FILL.findall(svg)
            texts = {color for shape, color in fills if shape == "text"}
            for text in texts:
                for shape, behind in fills:
                    if shape in ("polygon", "path") and behind != "#424a53":  # arrowheads
                        self.assertGreaterEqual(_contrast(text, behind), _LEAST_CONTRAST, f"{picture}: {text} {behind}")
            self.assertTrue(texts, picture)


if __name__ == "__main__":
    unittest.main()
