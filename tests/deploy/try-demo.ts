import { setTimeout as delay } from 'node:timers/promises'
import { createBrowser } from '#testing/identity-browser.ts'

// Signs in to a running demo as its demo account, makes an image and fetches its file: try-demo.ts <url>.
const [, , base = 'http://localhost:3000'] = process.argv
const browser = createBrowser()
const chooser = await browser.open(new URL('/api/auth/sign-in?return_to=/', base))
await browser.submit(chooser.url, { email: 'demo@atelier.example' })
const account = JSON.parse((await browser.open(new URL('/api/account', base))).text)
console.log(`signed in as ${account.email}: ${JSON.stringify(account.credits)}`)

const create = new URL('/api/image-generation/create', base)
const order = {
  model: 'flux-schnell',
  image_size: 'square',
  num_inference_steps: 1,
  prompt: 'a fox',
}
const headers = { 'content-type': 'application/json', origin: new URL(base).origin }
const body = JSON.stringify(order)
const created = await browser.request(create, { method: 'POST', headers, body })
if (!created.ok) throw new Error(`The create was answered with ${created.status}`)
const { id } = (await created.json()) as { id: string }

for (let waited = 0; ; waited++) {
  const { text } = await browser.open(
    new URL('/api/image-generation/history?page=1&pageSize=5', base),
  )
  const file = /(\/media\/[^"?]+[^"]*)"/.exec(text)?.[1]
  if (file) {
    const answer = await browser.request(new URL(file, base))
    console.log(`generation ${id}: ${answer.status} ${answer.headers.get('content-type')} ${file}`)
    break
  }
  if (waited > 120) throw new Error(`No result within a minute: ${text.slice(0, 300)}`)
  await delay(500)
}
