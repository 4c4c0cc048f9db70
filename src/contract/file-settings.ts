import * as z from 'zod/mini'

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
 * creator tool, for other programs, and everything as JSON in a property of our own.
 */
export function writeSettingsPacket(settings: FileSettings, prompt: string): string {
  return (
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    `xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:atelier="${namespace}">` +
    `<xmp:CreatorTool>${escapeXml(settings.studio)}</xmp:CreatorTool>` +
    (prompt &&
      `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(prompt)}</rdf:li></rdf:Alt></dc:description>`) +
    `<atelier:settings>${escapeXml(JSON.stringify(settings))}</atelier:settings>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  )
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML cannot contain are left out; in JSON they are escapes already. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
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
