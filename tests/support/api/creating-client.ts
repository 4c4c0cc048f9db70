import { readMoney } from '../context.ts'
import { uploadedFiles } from '../model-input.ts'
import { testClient, type testServer } from '../server.ts'

/** A client with an API key, uploaded files of each type, and its balance in credits. */
export async function creatingClient(
  server: Awaited<ReturnType<typeof testServer>>,
  money: object = {},
) {
  const client = await testClient(server, money)
  const fileFor = await uploadedFiles(server.context, client.account.id)
  const balance = async () => (await readMoney(server.context, client.account.id)).balance
  return { ...client, fileFor, balance }
}
