/**
 * Returns the paths of the packages that a lockfile wants and that are not installed in its
 * version. Of optional packages, only the product's own for exactly this platform are wanted.
 *
 * @param wanted the `packages` of package-lock.json
 * @param present those of the lockfile that npm keeps in node_modules; null before the first install
 * @param all with the packages that only development needs
 */
export function missingPackages(wanted, present, all, platform = process) {
  const own = Object.keys(wanted['']?.optionalDependencies ?? {})
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (path === '' || (entry.dev && !all)) return false
      const installed = present?.[path]
      if (installed) return installed.version !== entry.version
      if (!entry.optional && !entry.devOptional) return true
      return own.includes(path.replace('node_modules/', '')) && isForPlatform(entry, platform)
    })
    .map(([path]) => path)
}

function isForPlatform({ os, cpu }, { platform, arch }) {
  return [os].flat().includes(platform) && [cpu].flat().includes(arch)
}
