import { expect, it } from 'vitest'
import { createKey } from '#core/accounts/api-keys.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { fetchUpload } from './fetch-upload.ts'
import { createPresignedUpload, receivePending } from './presigned-upload.ts'
import { takeSignedUpload } from './take-signed-upload.ts'

it('a suspended account can create no keys and upload no files, also to earlier presigned addresses', async () => {
  const context = await testContext()
  const { id: accountId } = await testAccount(context)
  const contentType = 'image/png'
  const signed = await createPresignedUpload(context, { accountId, contentType, bytes: 3 })
  const open = await createPresignedUpload(context, { accountId, contentType, bytes: undefined })
  await context.database
    .updateTable('account')
    .set({ suspended_at: new Date() })
    .where('id', '=', accountId)
    .execute()

  const body = async function* () {
    yield new Uint8Array(3)
  }
  const [, , , id = '', token = ''] = open.url.split('/')
  const file = {
    field: 'image_url',
    address: 'https://example.com/a.png',
    accept: 'image',
  } as const
  for (const refused of [
    () =>
      takeSignedUpload(context, {
        url: new URL(signed.url, 'http://localhost:3000'),
        contentType,
        bytes: 3,
        body: body(),
      }),
    () => receivePending(context, { id, token, contentType, body: body() }),
    () => createPresignedUpload(context, { accountId, contentType, bytes: 3 }),
    () => fetchUpload(context, accountId, file),
    () => createKey(context, { accountId, name: 'a key', scopes: ['create'] }),
  ]) {
    await expect(refused()).rejects.toThrow('account_suspended')
  }
})
