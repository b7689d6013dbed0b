/** Why the system did not do what it was asked, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return "there is no such file or folder";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "it is a directory";
    case "ENOTDIR":
      return "a part of the path is not a folder";
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full";
    case "EIO":
      return "the disk reports a fault";
    case "EROFS":
      return "the file system is read-only";
    case "EMFILE":
    case "ENFILE":
      return "too many files are open";
    case "ERR_FS_FILE_TOO_LARGE":
      return "the file is larger than 2 GiB";
    case "EFBIG":
      return "it would be larger than a file may be";
    case "EPIPE":
      return "its reader went away";
    case "ELOOP":
      return "its links lead in a circle";
    case "ENAMETOOLONG":
      return "the name is too long";
    default:
      return message;
  }
}
