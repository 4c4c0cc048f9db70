import { useContext } from 'react'
import { FormInputs } from '../form-inputs.ts'
import { isOwnAddress } from '../rules/address.ts'
import { knownFile } from '../tray/known-files.ts'

/** What a mask is painted on, where this page may look at it. */
export type MaskSource = { shown: string; isFilm: boolean } | 'none' | 'elsewhere'

/** The picture or film in a field of this form, to paint a mask on. */
export function useMaskSource(maskOf: string): MaskSource {
  const { values } = useContext(FormInputs)
  const address = values[maskOf]
  if (typeof address !== 'string' || address === '') return 'none'
  if (!isOwnAddress(address, location.origin)) return 'elsewhere'
  const known = knownFile(address)
  return { shown: known?.preview ?? address, isFilm: isFilm(known?.type ?? address) }
}

/** Takes a content type or, of files that were sent before, an address. */
function isFilm(typeOrAddress: string): boolean {
  return typeOrAddress.startsWith('video/') || /\.(mp4|webm|mov|m4v)$/i.test(typeOrAddress)
}
