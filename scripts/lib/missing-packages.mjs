/**
 * Returns the paths of the packages that a lockfile wants and that are not installed in its
 * version. Of optional packages, only those for exactly this platform are wanted.
 *
 * @param wanted the `packages` of package-lock.json
 * @param present those of the lockfile that npm keeps in node_modules; null before the first install
 * @param all with the packages that only development needs
 */
export function missingPackages(wanted, present, all, platform = process) {
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (path === '' || (entry.dev && !all)) return false
      const installed = present?.[path]
      if (installed) return installed.version !== entry.version
      return !(entry.optional || entry.devOptional) || isForPlatform(entry, platform)
    })
    .map(([path]) => path)
}

/** Whether a package names this platform. One that names a C library, too, may be for another. */
function isForPlatform({ os, cpu, libc }, platform) {
  return !libc && [os].flat().includes(platform.platform) && [cpu].flat().includes(platform.arch)
}
