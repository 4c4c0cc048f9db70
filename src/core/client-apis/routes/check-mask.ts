import type { AccountRow } from '#core/accounts/tables.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { resolveInputs } from '#core/media/uploads/resolve-inputs.ts'
import type { GivenFile } from '../given-files.ts'
import { refuseProblems } from '../model-request.ts'

type MaskedImage = { account: AccountRow; image: GivenFile | undefined; mask: GivenFile }

/**
 * A mask belongs to the first image and must have its size. Files that were named by an address are
 * fetched for that. Throws `Refused` naming `mask`.
 */
export async function checkMask(
  options: ApiOptions,
  c: RequestContext,
  { account, image, mask }: MaskedImage,
): Promise<void> {
  if (!image) return
  const sizes = await Promise.all(
    Object.entries({ image, mask }).map(async ([field, { media, address }]) => {
      if (media) return media
      const files = [{ field, address, accept: 'image' as const }]
      const origins = ownOrigins(c, options)
      const resolved = await resolveInputs(options.context, {
        accountId: account.id,
        origins,
        files,
      })
      return resolved[0]?.media
    }),
  )
  const [ofImage, ofMask] = sizes.map((media) => `${media?.width}x${media?.height}`)
  if (ofImage !== ofMask)
    refuseProblems([{ field: 'mask', problem: 'other_size', options: [ofImage ?? ''] }])
}
