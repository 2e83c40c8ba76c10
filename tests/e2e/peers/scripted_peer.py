# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""A scripted server on Python's gRPC. README.md describes the script."""

import collections
import concurrent.futures
import itertools
import select
import sys
import threading

import grpc
from google.protobuf import descriptor_pb2, message_factory

_LIFETIME_SECONDS = 120
_SERVICE = "baton.testing.v1.Scripted"
_CODES = {code.name.lower(): code for code in grpc.StatusCode}


def _messages(path):
    """Returns the message classes of a descriptor set, by full name."""
    with open(path, "rb") as file:
        descriptors = descriptor_pb2.FileDescriptorSet.FromString(file.read())
    return message_factory.GetMessages(descriptors.file)


class Step:
    """The step of one attempt."""

    def __init__(self, text):
        code, *words = text.split(";")
        self.code = _CODES[code]
        self.words = {}
        self.headers, self.trailers = [], []
        for word in words:
            key, _, value = word.partition("=")
            if key == "header":
                self.headers.append(_entry(value))
            elif key == "trailer":
                self.trailers.append(_entry(value))
            elif key == "pushback":
                self.trailers.append(("grpc-retry-pushback-ms", value))
            elif key == "details":
                self.trailers.append(("grpc-status-details-bin", bytes.fromhex(value)))
            else:
                self.words[key] = value

    def reads(self):
        """Returns the number of stream messages to read; by default all."""
        return int(self.words["reads"]) if "reads" in self.words else None

    def payload(self, request):
        if "payload" in self.words:
            return self.words["payload"].encode()
        size = int(self.words.get("size", request.answer_bytes))
        return b"x" * size if size else request.payload


def _entry(text):
    key, _, value = text.partition(":")
    return key, bytes.fromhex(value) if key.endswith("-bin") else value


def _seen(context):
    """Returns the headers of an attempt as trailers."""
    budgets = [
        entry.value
        for entry in context.invocation_metadata()
        if entry.key == "retry-budget"
    ]
    return [
        ("x-seen-budget", " and ".join(budgets)),
        ("x-seen-time-left-ms", f"{context.time_remaining() * 1000:.0f}"),
    ]


class Scripted:
    """The service."""

    def __init__(self, messages):
        self._response = messages["baton.testing.v1.CallResponse"]
        self._lock = threading.Lock()
        self._seen = collections.defaultdict(list)

    def _begin(self, context):
        """Returns the step for this attempt, and sends its initial metadata."""
        metadata = dict(context.invocation_metadata())
        with self._lock:
            seen = self._seen[metadata.get("x-call-id")]
            seen.append(_seen(context))
            attempt = len(seen)
            history = [entry for entries in seen for entry in entries]
        steps = metadata.get("x-script", "ok").split("|")
        step = Step(steps[min(attempt, len(steps)) - 1])

        if "x-call-id" not in metadata:
            history = []
        context.set_trailing_metadata(step.trailers + history + [("x-attempt", str(attempt))])
        if "headers-first" in step.words or step.headers:
            context.send_initial_metadata(step.headers)
        return step

    def call(self, request, context):
        step = self._begin(context)
        if "hold" in step.words:
            over = threading.Event()
            context.add_callback(over.set)
            over.wait(_LIFETIME_SECONDS)
        if step.code is not grpc.StatusCode.OK:
            context.abort(step.code, step.words.get("message", ""))
        return self._response(payload=step.payload(request))

    def stream(self, requests, context):
        """Handles any stream as a bidirectional stream."""
        step = self._begin(context)
        payloads = []
        for request in itertools.islice(requests, step.reads()):
            payloads.append(request.payload)
        for _ in range(int(step.words.get("writes", 0))):
            yield self._response(payload=b"early")
        if step.code is not grpc.StatusCode.OK:
            context.abort(step.code, step.words.get("message", ""))
        yield self._response(payload=b"+".join(payloads))

    def server_stream(self, request, context):
        return self.stream(iter([request]), context)

    def client_stream(self, requests, context):
        *_, last = self.stream(requests, context)
        return last


def main():
    messages = _messages(sys.argv[1])
    codec = {
        "request_deserializer": messages["baton.testing.v1.CallRequest"].FromString,
        "response_serializer": lambda response: response.SerializeToString(),
    }
    scripted = Scripted(messages)
    methods = {
        "Call": grpc.unary_unary_rpc_method_handler(scripted.call, **codec),
        "ServerStream": grpc.unary_stream_rpc_method_handler(
            scripted.server_stream, **codec
        ),
        "ClientStream": grpc.stream_unary_rpc_method_handler(
            scripted.client_stream, **codec
        ),
        "Bidi": grpc.stream_stream_rpc_method_handler(scripted.stream, **codec),
    }
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=16))
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler(_SERVICE, methods)]
    )
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    server.start()
    select.select([sys.stdin], [], [], _LIFETIME_SECONDS)
    server.stop(grace=None)


main()
