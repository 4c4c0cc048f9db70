import type { Kind } from '#catalogue/kinds.ts'
import type { Price } from '#catalogue/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** What the button says: what happens, and what it costs. */
export function submitWords(kind: Kind, price: Price): string {
  const credits = formatNumber(price.credits)
  switch (kind) {
    case 'image':
      return m.create_submit({ count: price.quantity, credits })
    case 'image-editing':
      return m.create_submit_edit({ credits })
    case 'video':
      return m.create_submit_video({ credits })
    case 'audio':
      return m.create_submit_audio({ credits })
    case 'image-understanding':
      return m.create_submit_question({ credits })
  }
}

/**
 * What the base price is for: “One image”, “One video · 720p”. `tier` is the catalogue's name of
 * the price.
 */
export function unitWords(kind: Kind, tier: string): string {
  const size = /^\d+p$/.test(tier) ? tier : undefined
  switch (kind) {
    case 'image':
      return m.create_price_image()
    case 'image-editing':
      return m.create_price_edit()
    case 'video':
      return size ? m.create_price_video_at({ size }) : m.create_price_video()
    case 'audio':
      return m.create_price_audio()
    case 'image-understanding':
      return m.create_price_question()
  }
}

/** What a count multiplies: pictures, or edits of one. */
export function quantityWords(kind: Kind): string {
  return kind === 'image-editing' ? m.create_price_edits() : m.create_price_quantity()
}
