#include "../../src/core/files.hpp"

#include "../support/catch.hpp"
#include "../support/temporary.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <thread>
#include <utility>

namespace throng::files_test {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

/// Lets no file grow past `bytes` while it lives: what a full disk does, at will.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("what is written is what is read") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  const std::string large(200'000, 'x');
  for (const std::string& content : {std::string(), std::string("a\1b\r\n\xFF"), large}) {
    REQUIRE(write_file(path, content));
    CHECK(*read_text(path) == content);
    CHECK(entries(folder.path()) == 1);
  }
}

TEST_CASE("a file that cannot be read says why") {
  const test::TemporaryFolder folder;
  const std::string missing = folder.file("missing");
  CHECK(read_text(missing).error().code == Code::io);
  CHECK(read_text(missing).error().what == missing + ": No such file or directory");
  const std::string directory = folder.path().string();
  CHECK(read_text(directory).error().what == directory + ": Is a directory");
}

TEST_CASE("a file that cannot be written says why") {
  const test::TemporaryFolder folder;
  const std::string nowhere = folder.file("none/file");
  CHECK(write_file(nowhere, "x").error().code == Code::io);
  CHECK(write_file(nowhere, "x").error().what == nowhere + ": No such file or directory");
  const std::string directory = folder.path().string();
  CHECK(write_file(directory, "x").error().what == directory + ": Is a directory");
  CHECK(entries(folder.path()) == 0);
}

TEST_CASE("a write that fails leaves the old file and nothing else") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  REQUIRE(write_file(path, "old"));
  const auto written = [&] {
    const FileSizeLimit limit(10'000);
    return write_file(path, std::string(100'000, 'x'));
  }();
  REQUIRE_FALSE(written);
  CHECK(written.error().what == path + ": File too large");
  CHECK(*read_text(path) == "old");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a file written piece by piece is there at the end, and not before") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  REQUIRE(write_file(path, "old"));
  auto writer = FileWriter::create(path);
  REQUIRE(writer);
  CHECK(entries(folder.path()) == 2);
  std::string all;
  for (const std::string& piece :
       {std::string("a\1b"), std::string(), std::string(100'000, 'x')}) {
    REQUIRE(writer->write(piece));
    all += piece;
    CHECK(*read_text(path) == "old");
  }
  REQUIRE(writer->finish());
  CHECK(*read_text(path) == all);
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a file that is given up leaves the old one and nothing else") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  for (const std::size_t there : {0U, 1U}) {
    if (there != 0) REQUIRE(write_file(path, "old"));
    auto writer = FileWriter::create(path);
    REQUIRE(writer);
    {
      FileWriter moved = std::move(*writer);
      REQUIRE(moved.write(std::string(100'000, 'x')));
      CHECK(entries(folder.path()) == there + 1);
    }
    CHECK(entries(folder.path()) == there);
  }
  CHECK(*read_text(path) == "old");
}

TEST_CASE("a piece that cannot be written gives the file up") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  auto writer = FileWriter::create(path);
  REQUIRE(writer);
  const FileSizeLimit limit(10'000);
  REQUIRE(writer->write("a little"));
  const Outcome written = writer->write(std::string(100'000, 'x'));
  REQUIRE_FALSE(written);
  CHECK(written.error().what == path + ": File too large");
  CHECK(entries(folder.path()) == 0);
}

TEST_CASE("a file that cannot be renamed at the end leaves nothing") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  auto writer = FileWriter::create(path);
  REQUIRE(writer);
  fs::create_directory(path);
  const Outcome finished = writer->finish();
  REQUIRE_FALSE(finished);
  CHECK(finished.error().what == path + ": Is a directory");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("files of others beside the target are left alone") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file(folder.file("file.new0"), "theirs"));
  REQUIRE(write_file(folder.file("file"), "ours"));
  CHECK(*read_text(folder.file("file.new0")) == "theirs");
  CHECK(*read_text(folder.file("file")) == "ours");
  CHECK(entries(folder.path()) == 2);
}

TEST_CASE("a write removes the temporary files that a killed process left") {
  const test::TemporaryFolder folder;
  for (const char* left : {"file.throng-new0", "file.throng-new1"})
    std::ofstream(folder.file(left)) << "half a file";
  REQUIRE(write_file(folder.file("file"), "whole"));
  CHECK(*read_text(folder.file("file")) == "whole");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("concurrent writers of one file do not take each other's temporary files") {
  const test::TemporaryFolder folder;
  auto one = FileWriter::create(folder.file("file"));
  auto other = FileWriter::create(folder.file("file"));
  REQUIRE((one && other));
  REQUIRE(one->write("one"));
  REQUIRE(other->write("other"));
  REQUIRE(one->finish());
  CHECK(*read_text(folder.file("file")) == "one");
  REQUIRE(other->finish());
  CHECK(*read_text(folder.file("file")) == "other");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("who removes leftovers does not take the files of writers at work",
          "[parallel]") {
  constexpr int kWrites = 300;
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  std::atomic<int> failed{0}, writing{2};
  const auto write = [&] {
    for (int i = 0; i < kWrites; ++i) failed += write_file(path, "content") ? 0 : 1;
    --writing;
  };
  {
    const std::jthread one(write), other(write);
    while (writing > 0) CHECK(remove_leftovers(folder.path()));
  }
  CHECK(failed == 0);
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a text ends with an error at a zero byte, which no text has") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  REQUIRE(write_file(path, std::string("one\ntwo\0three\n", 14)));
  const auto text = read_text(path);
  REQUIRE_FALSE(text);
  CHECK(text.error().what == path + ": line 2: a zero byte: this is not a text");
}

TEST_CASE("a text is not read on once there is enough of it") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  REQUIRE(write_file(path, std::string(1'000'000, 'x')));
  const auto text =
      read_text(path, [](std::string_view so_far) { return so_far.size() >= 100'000; });
  REQUIRE(text);
  CHECK(text->size() >= 100'000);
  CHECK(text->size() < 200'000);
}

TEST_CASE("a replaced file keeps its permissions") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  REQUIRE(write_file(path, "old"));
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(write_file(path, "new"));
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a link to no file is followed to where the file will be") {
  const test::TemporaryFolder folder;
  fs::create_directory(folder.file("below"));
  fs::create_symlink("below/file", folder.file("link"));
  REQUIRE(write_file(folder.file("link"), "new"));
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(*read_text(folder.file("below/file")) == "new");
  fs::create_symlink("round", folder.file("round"));
  CHECK_FALSE(write_file(folder.file("round"), "new"));
}

TEST_CASE("writing through a symbolic link changes the file behind it") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file(folder.file("file"), "old"));
  fs::create_symlink(folder.file("file"), folder.file("link"));
  REQUIRE(write_file(folder.file("link"), "new"));
  CHECK(*read_text(folder.file("file")) == "new");
  CHECK(fs::is_symlink(folder.file("link")));
}

TEST_CASE("a device is written to, not replaced") {
  REQUIRE(write_file("/dev/null", "x"));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(write_file("/dev/full", "x").error().what == "/dev/full: No space left on device");
}

TEST_CASE("an error in a file's content gets the file's name in front") {
  const Failure failure = in_file("a.map", {Code::bad_format, "line 1: wrong"});
  CHECK(failure.error.what == "a.map: line 1: wrong");
  CHECK(failure.error.code == Code::bad_format);
}

}  // namespace throng::files_test
