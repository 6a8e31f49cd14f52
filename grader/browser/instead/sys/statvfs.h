/// Nothing tells how full a file system in memory is.
#pragma once

struct statvfs {
  unsigned long f_files, f_favail, f_bavail, f_frsize;
};
inline int statvfs(const char*, struct statvfs*) { return -1; }
