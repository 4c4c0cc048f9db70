/**
 * Asks again for the pictures that did not arrive: once the line is back, no browser does so by
 * itself.
 */
export function reloadPictures(): void {
  for (const picture of document.images) {
    const { src, complete, naturalWidth } = picture
    if (src && complete && naturalWidth === 0) picture.src = src
  }
}
