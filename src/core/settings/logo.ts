import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { logoLimits } from './studio-settings-rules.ts'

/** The beginning of a logo as a setting has it; base64 follows. */
const prefix = /^data:image\/(png|webp);base64,/

/**
 * Returns the logo as it is stored: a PNG of at most `logoLimits.size` pixels a side, without
 * metadata. Throws an error that says what is wrong with the image. `address`: a data address.
 */
export async function readLogo(address: string): Promise<string> {
  const [, claimed] = prefix.exec(address) ?? []
  if (!claimed) throw new Error('must be a PNG or WebP image as a data address')
  const bytes = bytesOf(address)
  if (bytes.length > logoLimits.bytes)
    throw new Error(`has ${bytes.length} bytes, more than ${logoLimits.bytes}`)
  const clean = await encode(bytes).catch(() => null)
  if (!clean) throw new Error('is not a PNG or WebP image that can be read')
  return `data:image/png;base64,${clean.toString('base64')}`
}

async function encode(bytes: Buffer): Promise<Buffer | null> {
  const image = sharp(bytes, { limitInputPixels: logoLimits.pixels, failOn: 'warning' })
  const { format, pages = 1 } = await image.metadata()
  if ((format !== 'png' && format !== 'webp') || pages > 1) return null
  const { size } = logoLimits
  return image
    .autoOrient()
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .timeout({ seconds: 10 })
    .toBuffer()
}

/** A logo for those who ask for it: its path, which changes with it, and its bytes. */
export type Logo = { path: string; bytes: Buffer }

let newest: { address: string; logo: Logo } | undefined

/** Returns the logo of these settings; `null`: the product's. `address`: as `readLogo` gave it. */
export function logoOf({ logo: address }: { logo: string | null }): Logo | null {
  if (address === null) return null
  if (newest?.address === address) return newest.logo
  const bytes = bytesOf(address)
  newest = { address, logo: { path: `${logoPath}${hashOf(bytes)}.png`, bytes } }
  return newest.logo
}

/** Where logos are served. */
export const logoPath = '/api/settings/logo/'

/** The logo of now, whichever it is: mails are read later. */
export const currentLogoPath = `${logoPath}current.png`

/** For the audit log: what identifies a logo, instead of the image. */
export function describeLogo(address: string): object {
  const bytes = bytesOf(address)
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
}

function bytesOf(address: string): Buffer {
  return Buffer.from(address.replace(prefix, ''), 'base64')
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 24)
