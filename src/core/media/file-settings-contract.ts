import * as z from 'zod/mini'
import type { Mark } from '#core/provenance/rules/mark.ts'
import { escapeXml, markProperties, writeXmp } from '#core/provenance/rules/xmp.ts'

/** The most characters that are read of the settings in a file: no honest file has more. */
export const maxSettingsLength = 100_000

/**
 * The settings of a generation as its downloaded files contain them: what its form needs, and
 * nothing of the account. Files of inputs are left out.
 */
const FileSettings = z.object({
  version: z.literal(1),
  /** The name of the studio. */
  studio: z.string().check(z.maxLength(200)),
  generation: z.guid(),
  generation_type: z.string().check(z.minLength(1), z.maxLength(100)),
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  model_version: z.int().check(z.gte(1)),
  /** The seed that made it. */
  seed: z.nullable(z.union([z.int(), z.string().check(z.maxLength(40))])),
  input: z.record(
    z.string().check(z.maxLength(100)),
    z.union([z.string().check(z.maxLength(50_000)), z.number(), z.boolean(), z.null()]),
  ),
})
export type FileSettings = z.infer<typeof FileSettings>

/** The namespace of our own property in XMP. */
const namespace = 'urn:atelier:settings:1/'

/**
 * Returns an XMP packet with the settings: the prompt as the description and the studio as the
 * creator tool, for other programs, and everything as JSON in a property of our own; and with the
 * mark of the file, which names the tool itself.
 */
export function writeSettingsPacket(
  settings: FileSettings,
  prompt: string,
  mark: Mark | null = null,
): string {
  const tool = `<xmp:CreatorTool>${escapeXml(settings.studio)}</xmp:CreatorTool>`
  const own = {
    namespaces: {
      dc: 'http://purl.org/dc/elements/1.1/',
      xmp: 'http://ns.adobe.com/xap/1.0/',
      atelier: namespace,
    },
    xml:
      (mark ? '' : tool) +
      (prompt &&
        `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(prompt)}</rdf:li></rdf:Alt></dc:description>`) +
      `<atelier:settings>${escapeXml(JSON.stringify(settings))}</atelier:settings>`,
  }
  return writeXmp(mark ? [own, markProperties(mark)] : [own])
}

/**
 * Reads the settings in an XMP packet, also where another program has made an attribute of the
 * property. `null`: it has none of ours. `invalid`: it has, but they are damaged or too long.
 */
export function readSettingsPacket(packet: string): FileSettings | 'invalid' | null {
  if (!packet.includes(namespace)) return null
  if (packet.length > 4 * maxSettingsLength) return 'invalid'
  const json =
    /<atelier:settings>([^<]*)</.exec(packet)?.[1] ??
    /\satelier:settings="([^"<]*)"/.exec(packet)?.[1] ??
    /\satelier:settings='([^'<]*)'/.exec(packet)?.[1]
  if (json === undefined || json.length > 2 * maxSettingsLength) return 'invalid'
  try {
    return FileSettings.safeParse(JSON.parse(unescapeXml(json))).data ?? 'invalid'
  } catch {
    return 'invalid'
  }
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return characters[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
