import type { Accept } from '#catalogue/fields.ts'

const kept: Record<Accept, RegExp> = {
  image: /^image\/(jpeg|png|webp)$/,
  video: /^video\//,
  'video-or-gif': /^(video\/|image\/gif$)/,
}

/** May a kept file of this type stand in a field that takes `accept`? */
export function fits(contentType: string, accept: Accept): boolean {
  return kept[accept].test(contentType)
}
