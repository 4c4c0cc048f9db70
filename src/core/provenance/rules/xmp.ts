import { chineseLabel, digitalSourceAddress, generator, type Mark } from './mark.ts'

/** Properties of a file, as XMP that begins with their namespaces. */
export type XmpProperties = { namespaces: Readonly<Record<string, string>>; xml: string }

/** Writes an XMP packet with these properties. */
export function writeXmp(all: readonly XmpProperties[]): string {
  const namespaces = Object.entries(Object.assign({}, ...all.map((each) => each.namespaces)))
  return (
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about=""${namespaces.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('')}>` +
    all.map(({ xml }) => xml).join('') +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  )
}

/**
 * The mark as XMP: IPTC's digital source type and AI system (IPTC Photo Metadata 2025.1), tool and
 * time, and the label of GB 45438-2025.
 */
export function markProperties(mark: Mark): XmpProperties {
  return {
    namespaces: {
      xmp: 'http://ns.adobe.com/xap/1.0/',
      Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
      TC260: 'http://www.tc260.org.cn/ns/AIGC/1.0/',
    },
    xml:
      `<xmp:CreatorTool>${escapeXml(`${generator} ${mark.version}, ${mark.studio}`)}</xmp:CreatorTool>` +
      `<xmp:CreateDate>${mark.madeAt.toISOString()}</xmp:CreateDate>` +
      `<Iptc4xmpExt:DigitalSourceType>${digitalSourceAddress(mark.source)}</Iptc4xmpExt:DigitalSourceType>` +
      `<Iptc4xmpExt:AISystemUsed>${escapeXml(`${mark.modelName} (${mark.provider})`)}</Iptc4xmpExt:AISystemUsed>` +
      `<TC260:AIGC>${escapeXml(chineseLabel(mark))}</TC260:AIGC>`,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML cannot contain are left out; in JSON they are escapes already. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
