import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { openMedia } from '#core/downloads/open-media.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { clientAddress } from '#core/http/middleware/client-address.ts'
import { fileOf, multipart } from '#core/http/receive-body.ts'
import { json, publicRoute, refusals } from '#core/http/route.ts'
import { readMediaAddress } from '#core/media/media-address-rules.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { ProvenanceView, provenancePath, StudioCertificateView } from './contract.ts'

const check = publicRoute({
  method: 'post',
  path: provenancePath,
  summary: 'Find out where a file was made, of at most 52,428,800 bytes',
  description:
    'One file in a multipart body, which is not kept. Everyone may ask, at most 10 times a minute. A private result is found for its owner alone.',
  request: { body: multipart },
  responses: {
    200: json(ProvenanceView, 'What is known of it.'),
    ...refusals(400, 403, 408, 413, 415, 429, 503),
  },
})

const checkStored = publicRoute({
  method: 'get',
  path: provenancePath,
  summary: 'What a file of this studio says of its origin',
  description: 'Of files that the reader may see, of at most 52,428,800 bytes; the same limit.',
  request: {
    query: z.strictObject({
      address: z.string().max(500).meta({ description: 'The path of the file: /media/…' }),
    }),
  },
  responses: {
    200: json(ProvenanceView, 'What is known of it.'),
    ...refusals(400, 404, 413, 429, 503),
  },
})

const certificate = publicRoute({
  method: 'get',
  path: '/.well-known/provenance.json',
  summary: 'The certificate with which this studio signs its results',
  responses: { 200: json(StudioCertificateView, 'For everyone.'), ...refusals(404) },
})

/** Checks of files, and the certificate of the studio (docs/provenance.md). */
export function provenanceRoutes({ context, limits }: ApiOptions) {
  const askerOf = (c: Context<Env>) => {
    const readerId = c.get('account')?.id ?? null
    const address = clientAddress(c, limits.trustedProxies)
    return { readerId, sender: readerId ?? createHash('sha256').update(address).digest('hex') }
  }
  const readStoredFile = async (address: string, readerId: string | null) => {
    const place = readMediaAddress(address)
    if (!place) throw new Refused({ reason: 'not_found' })
    const file = await openMedia(context, { ...place, readerId, thumbnail: false })
    return file.open()
  }
  return new OpenAPIHono<Env>()
    .openapi(check, async (c) => {
      const checked = await checkFile(context, { ...askerOf(c), body: fileOf(c) })
      c.header('cache-control', 'no-store')
      return c.json(presentChecked(checked), 200)
    })
    .openapi(checkStored, async (c) => {
      const asker = askerOf(c)
      const body = await readStoredFile(c.req.valid('query').address, asker.readerId)
      const checked = await checkFile(context, { ...asker, body })
      c.header('cache-control', 'no-store')
      return c.json(presentChecked(checked), 200)
    })
    .openapi(certificate, async (c) => c.json(await presentCertificate(context), 200))
}

function presentChecked({ result, manifest, source, ...known }: CheckedFile): ProvenanceView {
  const here = known.isNearCopy ? 'near_copy' : 'made_here'
  const finding = result ? here : manifest ? 'signed' : source ? 'marked' : 'unknown'
  return {
    finding,
    is_unchanged: known.isUnchanged,
    sha256: known.sha256,
    digital_source: source,
    generation: result && {
      id: result.id,
      kind: result.kind,
      model: result.model,
      model_name:
        findModel(result.model, result.generation_type, result.model_version)?.name ?? result.model,
      made_at: result.created_at.toISOString(),
      is_sample: result.is_sample,
    },
    manifest: manifest && {
      ...pick(manifest),
      ingredients: manifest.ingredients.map(({ hasManifest, ...ingredient }) => ({
        ...ingredient,
        has_manifest: hasManifest,
      })),
    },
  }
}

function pick({
  state,
  problems,
  generator,
  signer,
  issuer,
  actions,
}: NonNullable<CheckedFile['manifest']>) {
  return { state, problems, generator, signer, issuer, actions }
}

async function presentCertificate({
  signing,
}: Parts<'signing'>): Promise<z.infer<typeof StudioCertificateView>> {
  const { certificates, anchors, source } = await signing.current()
  const [signer] = certificates
  return {
    subject: signer.subject.replaceAll('\n', ', '),
    fingerprint_sha256: createHash('sha256').update(signer.raw).digest('hex'),
    valid_until: signer.validToDate.toISOString(),
    is_on_trust_list: source === 'studio' ? false : null,
    certificates: anchors,
  }
}
