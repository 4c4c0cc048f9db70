import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Makes the secrets of compose.yaml that do not exist yet: create-secrets.mjs [folder]. Each folder is
// a volume that only the program that reads it has, so its files need no owner. A secret that exists
// is never replaced.
const folder = process.argv[2] ?? '/secrets'
const secret = () => randomBytes(32).toString('hex')

const password = keep('database/password', secret)
const store = JSON.parse(keep('store/s3.json', () => JSON.stringify(storeIdentity(), null, 2)))
const [{ accessKey, secretKey }] = store.identities[0].credentials
keep('atelier/atelier.env', () =>
  [
    `DATABASE_URL=postgres://atelier:${password}@database:5432/atelier`,
    `SESSION_SECRET=${secret()}`,
    `METRICS_TOKEN=${secret()}`,
    `S3_ACCESS_KEY_ID=${accessKey}`,
    `S3_SECRET_ACCESS_KEY=${secretKey}`,
    '',
  ].join('\n'),
)

/** SeaweedFS's form of a key that may do everything. */
function storeIdentity() {
  const credentials = [{ accessKey: randomBytes(10).toString('hex'), secretKey: secret() }]
  const actions = ['Admin', 'Read', 'Write', 'List', 'Tagging']
  return { identities: [{ name: 'atelier', credentials, actions }] }
}

/** Returns the content of a file, which is made if it does not exist. */
function keep(name, make) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  if (!existsSync(file)) writeFileSync(file, make(), { flag: 'wx' })
  return readFileSync(file, 'utf8')
}
