/** The size of a file as people say it: 812 kB, 4.2 MB. A kilobyte has 1000 bytes. */
export function sizeText(bytes: number, locale: string): string {
  const isLarge = bytes >= 999_500
  const value = isLarge ? bytes / 1e6 : bytes / 1e3
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(value)
}
