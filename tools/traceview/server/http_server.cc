// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/http_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "baton/clock.h"
#include "baton/real_clock.h"
#include "tools/traceview/server/http_worker.h"

namespace baton::traceview {
namespace {

constexpr unsigned kThreads = 4;
// Memory of one connection: request line, headers and send buffer.
constexpr size_t kConnectionBytes = size_t{32} << 10;
constexpr size_t kPartBytes = size_t{64} << 10;

// A body that is sent in parts.
struct Parts {
  std::function<std::optional<std::string>()> next;
  std::string part;
  size_t sent = 0;
};

ssize_t ReadParts(void* closure, uint64_t /*position*/, char* buffer,
                  size_t size) {
  auto* parts = static_cast<Parts*>(closure);
  while (parts->sent == parts->part.size()) {
    std::optional<std::string> part = parts->next();
    if (!part) return MHD_CONTENT_READER_END_OF_STREAM;
    parts->part = *std::move(part);
    parts->sent = 0;
  }
  const size_t count = std::min(size, parts->part.size() - parts->sent);
  std::memcpy(buffer, parts->part.data() + parts->sent, count);
  parts->sent += count;
  return static_cast<ssize_t>(count);
}

void DeleteParts(void* closure) { delete static_cast<Parts*>(closure); }

MHD_Response* MakeResponse(HttpResponse& response) {
  MHD_Response* made =
      response.next_part
          ? MHD_create_response_from_callback(
                MHD_SIZE_UNKNOWN, kPartBytes, ReadParts,
                new Parts{std::move(response.next_part), {}, 0}, DeleteParts)
          : MHD_create_response_from_buffer(response.body.size(),
                                            response.body.data(),
                                            MHD_RESPMEM_MUST_COPY);
  if (!made) return nullptr;
  MHD_add_response_header(made, "Content-Type", response.content_type.c_str());
  for (const auto& [name, value] : response.headers) {
    MHD_add_response_header(made, name.c_str(), value.c_str());
  }
  return made;
}

MHD_Result Answer(MHD_Connection* connection, HttpResponse response) {
  MHD_Response* made = MakeResponse(response);
  if (!made) return MHD_NO;
  const MHD_Result result = MHD_queue_response(
      connection, static_cast<unsigned>(response.status), made);
  MHD_destroy_response(made);
  return result;
}

HttpResponse Refusal(int status, absl::string_view why) {
  HttpResponse response;
  response.status = status;
  response.body = absl::StrCat(why, "\n");
  return response;
}

MHD_Result AddHeader(void* closure, MHD_ValueKind /*kind*/, const char* name,
                     const char* value) {
  auto* headers = static_cast<std::map<std::string, std::string>*>(closure);
  headers->emplace(absl::AsciiStrToLower(name), value ? value : "");
  return MHD_YES;
}

MHD_Result AddQuery(void* closure, MHD_ValueKind /*kind*/, const char* name,
                    const char* value) {
  auto* query = static_cast<std::map<std::string, std::string>*>(closure);
  query->emplace(name, value ? value : "");
  return MHD_YES;
}

}  // namespace

class HttpServer::Core {
 public:
  Core(const HttpServerOptions& options, HttpHandler handler)
      : options_(options), handler_(std::move(handler)) {}
  ~Core() {
    if (stop_event_ >= 0) ::eventfd_write(stop_event_, 1);
    for (HttpWorker& worker : workers_) worker.Stop();
    if (stop_event_ >= 0) ::close(stop_event_);
  }

  absl::StatusOr<int> Listen() {
    stop_event_ = ::eventfd(0, EFD_CLOEXEC);
    if (stop_event_ < 0) return CannotListen();
    // The first daemon opens the socket. The others listen on copies of it.
    MHD_socket listener = MHD_INVALID_SOCKET;
    int port = 0;
    for (HttpWorker& worker : workers_) {
      MHD_socket copy = MHD_INVALID_SOCKET;
      if (listener != MHD_INVALID_SOCKET) {
        copy = ::fcntl(listener, F_DUPFD_CLOEXEC, 0);
        if (copy < 0) return CannotListen();
      }
      MHD_Daemon* daemon = StartDaemon(copy);
      // Some failures close the copy and some do not, so it may stay open.
      if (!daemon) return CannotListen();
      if (listener == MHD_INVALID_SOCKET) {
        listener =
            MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD)->listen_fd;
        port = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
      }
      worker.Start(daemon, stop_event_);
    }
    return port;
  }

 private:
  // A request that is being received. Releases its bytes at the end.
  struct Exchange {
    explicit Exchange(std::atomic<size_t>& total) : pending(total) {}
    ~Exchange() { pending -= reserved; }
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    HttpRequest request;
    MonotonicTime began;
    std::atomic<size_t>& pending;
    size_t reserved = 0;
    int refusal = 0;  // the HTTP status of the rejection, 0: none
  };

  // Starts a daemon on `inbound_grant`, or on a new socket if `inbound_grant`
  // is invalid. Returns null on failure and sets errno.
  MHD_Daemon* StartDaemon(MHD_socket listener) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(options_.port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool is_first = listener == MHD_INVALID_SOCKET;
    MHD_OptionItem where[] = {
        is_first ? MHD_OptionItem{MHD_OPTION_SOCK_ADDR, 0, &address}
                 : MHD_OptionItem{MHD_OPTION_LISTEN_SOCKET, listener, nullptr},
        {MHD_OPTION_END, 0, nullptr}};
    errno = 0;
    return MHD_start_daemon(
        MHD_USE_EPOLL, 0, nullptr, nullptr, &Core::OnRequest, this,  //
        MHD_OPTION_ARRAY, where,                                     //
        MHD_OPTION_CONNECTION_LIMIT,
        std::max(options_.max_connections / kThreads, 1u),     //
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionBytes,  //
        MHD_OPTION_CONNECTION_TIMEOUT,                         //
        static_cast<unsigned>(absl::ToInt64Seconds(options_.idle_timeout)),
        MHD_OPTION_NOTIFY_COMPLETED, &Core::OnDone, this,  //
        MHD_OPTION_END);
  }

  absl::Status CannotListen() const {
    return absl::UnavailableError(
        absl::StrCat("cannot listen on 127.0.0.1:", options_.port, ": ",
                     std::strerror(errno)));
  }

  static MHD_Result OnRequest(void* closure, MHD_Connection* connection,
                              const char* url, const char* method,
                              const char* /*version*/, const char* data,
                              size_t* size, void** state) {
    auto* core = static_cast<Core*>(closure);
    if (!*state) {
      auto* exchange = new Exchange(core->pending_);
      *state = exchange;
      return core->Begin(connection, url, method, *exchange);
    }
    auto& exchange = *static_cast<Exchange*>(*state);
    if (*size > 0) {
      const bool go_on = core->Receive(data, *size, exchange);
      *size = 0;
      return go_on ? MHD_YES : MHD_NO;
    }
    return core->End(connection, exchange);
  }

  static void OnDone(void* /*closure*/, MHD_Connection* /*connection*/,
                     void** state, MHD_RequestTerminationCode /*how*/) {
    delete static_cast<Exchange*>(*state);
    *state = nullptr;
  }

  MHD_Result Begin(MHD_Connection* connection, const char* url,
                   const char* method, Exchange& exchange) {
    exchange.began = RealClock().Now();
    HttpRequest& request = exchange.request;
    request.method = method;
    request.path = url;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, AddHeader,
                              &request.headers);
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, AddQuery,
                              &request.query);
    uint64_t length = 0;
    if (absl::SimpleAtoi(request.Header("content-length"), &length) &&
        length > options_.max_body_bytes) {
      return Answer(connection, TooLarge());
    }
    return MHD_YES;
  }

  // Returns false if the connection must be closed.
  bool Receive(const char* data, size_t size, Exchange& exchange) {
    if (RealClock().Now() - exchange.began > options_.body_timeout) {
      return false;
    }
    if (exchange.refusal) return true;
    std::string& body = exchange.request.body;
    if (body.size() + size > options_.max_body_bytes) {
      exchange.refusal = 413;
    } else if (pending_.fetch_add(size) + size > options_.max_pending_bytes) {
      pending_ -= size;
      exchange.refusal = 503;
    } else {
      exchange.reserved += size;
      body.append(data, size);
    }
    if (exchange.refusal) std::string().swap(body);
    return true;
  }

  MHD_Result End(MHD_Connection* connection, Exchange& exchange) {
    if (exchange.refusal == 413) return Answer(connection, TooLarge());
    if (exchange.refusal == 503) {
      HttpResponse busy = Refusal(503, "too many bytes in flight, try again");
      busy.headers.emplace_back("Retry-After", "1");
      return Answer(connection, std::move(busy));
    }
    return Answer(connection, handler_(exchange.request));
  }

  HttpResponse TooLarge() const {
    return Refusal(413, absl::StrCat("the body exceeds ",
                                     options_.max_body_bytes, " bytes"));
  }

  const HttpServerOptions options_;
  const HttpHandler handler_;
  std::atomic<size_t> pending_{0};
  // An eventfd. Readable when the workers must end.
  int stop_event_ = -1;
  std::array<HttpWorker, kThreads> workers_;
};

HttpServer::HttpServer(std::unique_ptr<Core> core, int port)
    : core_(std::move(core)), port_(port) {}

HttpServer::~HttpServer() = default;

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(
    const HttpServerOptions& options, HttpHandler handler) {
  auto core = std::make_unique<Core>(options, std::move(handler));
  const absl::StatusOr<int> port = core->Listen();
  if (!port.ok()) return port.status();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(core), *port));
}

}  // namespace baton::traceview
