#include "files.hpp"

#include "progress.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace throng {
namespace {

namespace fs = std::filesystem;

Failure zero_byte(const std::string& path, std::string_view before) {
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return fail(Code::bad_format, path + ": line " + std::to_string(lines + 1) +
                                    ": a zero byte: this is not a text");
}

/// The temporary files that exist. Never destroyed: threads may still write at exit.
struct TemporaryFiles {
  std::mutex mutex;  ///< held while a file is created, renamed or removed
  std::set<std::string> names;
};

TemporaryFiles& temporary_files() {
  static auto* const files = new TemporaryFiles;  // NOLINT(cppcoreguidelines-owning-memory)
  return *files;
}

/// Gives a new file the owner, as far as allowed, and the permissions of an old one.
void copy_permissions(int file, const std::string& from) {
  struct stat old {};
  if (stat(from.c_str(), &old) != 0) return;
  // Another owner's file can still be replaced where the folder allows it.
  static_cast<void>(fchown(file, old.st_uid, old.st_gid) == 0);
  static_cast<void>(fchmod(file, old.st_mode & 07777U) == 0);
}

/// Whether the file system has the content of a file. One that cannot tell says EINVAL.
bool synced(int file) { return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP; }

/// Lets the disk begin to write what a file holds from `begin` to `end`. Only saves time.
void begin_writing([[maybe_unused]] int file, [[maybe_unused]] std::size_t begin,
                   [[maybe_unused]] std::size_t end) {
#ifdef SYNC_FILE_RANGE_WRITE
  static_cast<void>(sync_file_range(file, static_cast<off64_t>(begin),
                                    static_cast<off64_t>(end - begin),
                                    SYNC_FILE_RANGE_WRITE));
#endif
}

/// Makes a rename inside a folder last; not every file system can.
void sync_folder(const fs::path& folder) {
  const int opened = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (opened < 0) return;
  static_cast<void>(fsync(opened));
  close(opened);
}

}  // namespace

Failure last_failure(const std::string& path) {
  const int reason = errno != 0 ? errno : EIO;
  return fail(Code::io, path + ": " + std::generic_category().message(reason));
}

void CloseFile::operator()(std::FILE* file) const {
  std::fclose(file);  // NOLINT(cppcoreguidelines-owning-memory): this is the owner
}

Result<std::string> read_text(const std::string& path, Enough enough, Monitor* monitor) {
  errno = 0;
  const OpenFile file(std::fopen(path.c_str(), "rb"));
  if (!file) return last_failure(path);
  std::string content;
  std::array<char, 1 << 16> block{};
  struct stat there {};
  const bool sized = fstat(fileno(file.get()), &there) == 0 && S_ISREG(there.st_mode);
  const std::size_t size = sized ? static_cast<std::size_t>(there.st_size) : 0;
  const Progress progress(monitor, size);
  // Growing would copy the text of a large map twice. A file that is larger is no map, and
  // its reading may end early.
  constexpr std::size_t kMostReserved = std::size_t{1} << 30;
  if (size <= kMostReserved) content.reserve(size);
  for (;;) {
    const std::size_t read = std::fread(block.data(), 1, block.size(), file.get());
    if (std::ferror(file.get()) != 0) return last_failure(path);
    const std::size_t zero = std::string_view(block.data(), read).find('\0');
    content.append(block.data(), std::min(read, zero));
    progress(read);
    if (zero < read) return zero_byte(path, content);
    if (read < block.size() || (enough != nullptr && enough(content))) return content;
  }
}

Outcome check_regular(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored) || fs::is_regular_file(path, ignored)) return ok();
  return fail(Code::io, path + ": is no regular file");
}

std::string followed_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // more than the operating system follows
  std::error_code error;
  fs::path target = path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(target, error); ++i)
    target = target.parent_path() / fs::read_symlink(target, error);
  return target.string();
}

/// Whether a file that was opened by a name still has it: its writer may have finished
/// since, and another one may have begun. Pre: the file is locked, so that its name stays.
bool is_file_of_name(int file, const std::string& name) {
  struct stat opened {
  }, named{};
  return fstat(file, &opened) == 0 && stat(name.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev &&
         S_ISREG(opened.st_mode);
}

/// Opens a temporary file that no other writer has: a new one, or one that a process left
/// behind when it was killed. Each writer holds a lock on its file as long as it is open.
/// Returns -1, with EEXIST if another writer has it.
int open_unused(const std::string& name) {
  const int fresh = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fresh < 0 && errno != EEXIST) return -1;
  const int file = fresh >= 0 ? fresh : open(name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) {  // gone since, or not a file of ours
    errno = EEXIST;
    return -1;
  }
  const bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
  // Not every file system has locks. There, files left behind stay.
  const bool mine = locked || (fresh >= 0 && errno != EWOULDBLOCK);
  if (mine && is_file_of_name(file, name) && ftruncate(file, 0) == 0) return file;
  close(file);
  errno = EEXIST;
  return -1;
}

/// What the names of temporary files end in, before a number.
constexpr std::string_view kTemporary = ".throng-new";

bool is_temporary(std::string_view name) {
  const std::size_t at = name.rfind(kTemporary);
  if (at == std::string_view::npos) return false;
  const std::string_view number = name.substr(at + kTemporary.size());
  return !number.empty() &&
         number.find_first_not_of("0123456789") == std::string_view::npos;
}

Outcome remove_leftovers(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().string();
    if (!is_temporary(name)) continue;
    const int file = open(name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) continue;  // gone since, or not a file of ours
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && is_file_of_name(file, name))
      std::remove(name.c_str());
    close(file);
  }
  if (error) return fail(Code::io, folder + ": " + error.message());
  return ok();
}

/// Creates a new file next to the target, and removes those left behind.
void FileWriter::create_beside() {
  constexpr int kTries = 100;                // concurrent writers may have a few
  constexpr std::size_t kLongestName = 230;  // and a suffix: file systems allow 255 bytes
  const fs::path target(target_);
  const std::string stem =
      (target.parent_path() / target.filename().string().substr(0, kLongestName)).string() +
      std::string(kTemporary);
  TemporaryFiles& files = temporary_files();
  const std::scoped_lock lock(files.mutex);
  for (int number = 0; number < kTries; ++number) {
    const std::string name = stem + std::to_string(number);
    if (file_ && access(name.c_str(), F_OK) != 0) return;
    const int file = open_unused(name);
    if (file < 0 && errno != EEXIST) return;
    if (file < 0) continue;
    if (file_) {
      std::remove(name.c_str());
      close(file);
      continue;
    }
    file_ = OpenFile(fdopen(file, "wb"));
    beside_ = name;
    if (file_) files.names.insert(name);
  }
}

Result<FileWriter> FileWriter::create(const std::string& path) {
  FileWriter writer(path);
  writer.target_ = followed_links(path);
  std::error_code ignored;
  const fs::file_status there = fs::status(writer.target_, ignored);
  if (fs::is_symlink(writer.target_, ignored)) {  // links that lead to each other
    errno = ELOOP;
    return last_failure(path);
  }
  errno = 0;
  // A device or a pipe is written in place. A directory fails here.
  if (fs::exists(there) && !fs::is_regular_file(there))
    writer.file_ = OpenFile(std::fopen(path.c_str(), "wb"));
  else
    writer.create_beside();
  if (!writer.file_) return last_failure(path);
  if (!writer.beside_.empty()) copy_permissions(fileno(writer.file_.get()), writer.target_);
  return writer;
}

FileWriter::~FileWriter() {
  if (file_) give_up();
}

void FileWriter::give_up() {
  file_.reset();
  if (beside_.empty()) return;
  TemporaryFiles& files = temporary_files();
  const std::scoped_lock lock(files.mutex);
  std::remove(beside_.c_str());
  files.names.erase(beside_);
}

Outcome FileWriter::write(std::string_view piece) {
  THRONG_ASSERT(file_ != nullptr);
  while (!piece.empty()) {
    const std::size_t some = std::min(piece.size(), kPiece);
    errno = 0;
    if (std::fwrite(piece.data(), 1, some, file_.get()) != some) {
      const Failure failure = last_failure(path_);
      give_up();
      return failure;
    }
    written_ += some;
    if (written_ - begun_ >= kPiece) {
      begin_writing(fileno(file_.get()), begun_, written_);
      begun_ = written_;
    }
    piece.remove_prefix(some);
  }
  return ok();
}

/// Pre: file_ is flushed, and beside_ is not empty.
bool FileWriter::put_in_place() {
  if (!synced(fileno(file_.get()))) return false;
  TemporaryFiles& files = temporary_files();
  const std::scoped_lock lock(files.mutex);
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) return false;
  files.names.erase(beside_);
  return true;
}

Outcome FileWriter::finish() {
  THRONG_ASSERT(file_ != nullptr);
  errno = 0;
  // A full disk may be reported only now.
  if (std::fflush(file_.get()) != 0 || (!beside_.empty() && !put_in_place())) {
    const Failure failure = last_failure(path_);
    give_up();
    return failure;
  }
  file_.reset();
  if (!beside_.empty()) sync_folder(fs::path(target_).parent_path());
  return ok();
}

Outcome write_file(const std::string& path, std::string_view content) {
  Result<FileWriter> writer = FileWriter::create(path);
  if (!writer) return writer.failure();
  if (Outcome written = writer->write(content); !written) return written;
  return writer->finish();
}

void abandon_all_files() {
  TemporaryFiles& files = temporary_files();
  files.mutex.lock();  // for good
  for (const std::string& name : files.names) std::remove(name.c_str());
}

Failure in_file(const std::string& path, const Error& error) {
  return fail(error.code, path + ": " + error.what);
}

}  // namespace throng
