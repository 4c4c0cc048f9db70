/** Saves a file under a name. A file of another server is fetched first: browsers ignore the name of a foreign link. */
export async function saveFile(address: string, name: string): Promise<void> {
  const isOurs = new URL(address, location.href).origin === location.origin
  if (isOurs) return follow(address, name)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  saveBlob(await response.blob(), name)
}

/** Saves a text as a file. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
}

/** Saves a picture as a PNG of the same size. Throws when it cannot be read. */
export async function saveAsPng(address: string, name: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const picture = await createImageBitmap(await response.blob())
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error(`${address} could not be made a PNG`)
  saveBlob(png, name)
}

function saveBlob(blob: Blob, name: string): void {
  const copy = URL.createObjectURL(blob)
  follow(copy, name)
  setTimeout(() => URL.revokeObjectURL(copy), 60_000)
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
