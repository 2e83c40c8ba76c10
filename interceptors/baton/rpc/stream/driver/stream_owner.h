// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_STREAM_OWNER_H_
#define BATON_RPC_STREAM_DRIVER_STREAM_OWNER_H_

#include <memory>

namespace baton::rpc {

class StreamAttempt;

// What has come to its end on an attempt.
enum class StreamEvent {
  kWritten,   // what was to be sent last: a message, the beginning or the end
  kMetadata,  // the server's initial metadata is there, if there is any
  kHeaders,   // see AwaitHeaders()
  kRead,      // `message` is there, unless the stream has ended
  kEnded,     // `status` is there
};

// Receives the events of a stream, on any thread.
class StreamOwner {
 public:
  virtual ~StreamOwner() = default;
  // Called once for each operation of an attempt.
  virtual void OnStreamEvent(const std::shared_ptr<StreamAttempt>& attempt,
                             StreamEvent event, bool ok) = 0;
  // The timer of the driver has fired.
  virtual void OnTimer() = 0;
  // The parent of the call has ended. All retries of the process were stopped.
  // There is a connection that the call waits for.
  virtual void OnParentEnd() = 0;
  virtual void OnRetryStop() = 0;
  virtual void OnConnected() = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_STREAM_OWNER_H_
