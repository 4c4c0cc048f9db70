import { z } from 'zod'
import { kinds } from '#core/models/rules/kinds.ts'
import { digitalSources } from './rules/mark.ts'

/**
 * What was found of a file. `made_here`: a result of this studio that the reader may see; `near_copy`: it
 * looks like one of them, such as a screenshot; `signed`: its
 * manifest says where it was made; `marked`: its metadata says that a model made it; `unknown`: no mark.
 */
export const provenanceFindings = ['made_here', 'near_copy', 'signed', 'marked', 'unknown'] as const

const text = z.string().max(200)

/** A manifest (C2PA, “content credentials”) as it was found in a file. */
const ManifestView = z
  .strictObject({
    state: z.enum(['trusted', 'valid', 'invalid']).meta({
      description:
        '`trusted`: signed by this studio, unchanged since. `valid`: signed by another one, unchanged since. `invalid`: the file or its manifest was changed.',
    }),
    problems: z.array(text).meta({ description: 'C2PA’s codes of what does not fit.' }),
    generator: text.nullable().meta({ description: 'The program that wrote it.' }),
    signer: text.nullable(),
    issuer: text.nullable(),
    actions: z.array(
      z.strictObject({
        action: text,
        agent: text.nullable().meta({ description: 'The model or program that did it.' }),
        source: text.nullable().meta({ description: 'The digital source type of IPTC.' }),
        at: text.nullable(),
      }),
    ),
    ingredients: z.array(
      z.strictObject({
        title: text,
        format: text,
        relationship: z.enum(['parentOf', 'inputTo']),
        has_manifest: z.boolean(),
        generator: text.nullable(),
      }),
    ),
  })
  .meta({ id: 'Manifest' })

/** The path of checks: its body is streamed, and it has limits of its own. */
export const provenancePath = '/api/provenance'

/** `POST /api/provenance`. */
export const ProvenanceView = z
  .strictObject({
    finding: z.enum(provenanceFindings),
    is_unchanged: z.boolean().nullable().meta({
      description: 'Whether it is byte by byte what was stored or signed; null: unknown.',
    }),
    sha256: z.string(),
    generation: z
      .strictObject({
        id: z.string().nullable().meta({ description: 'Null: it is another account’s.' }),
        kind: z.enum(kinds),
        model: z.string(),
        model_name: z.string(),
        made_at: z.iso.datetime(),
        is_sample: z.boolean(),
      })
      .nullable(),
    digital_source: z.enum(digitalSources).nullable(),
    manifest: ManifestView.nullable(),
  })
  .meta({ id: 'Provenance' })
export type ProvenanceView = z.infer<typeof ProvenanceView>

/** `GET /.well-known/provenance.json`. */
export const StudioCertificateView = z.strictObject({
  subject: z.string(),
  fingerprint_sha256: z.string(),
  valid_until: z.iso.datetime(),
  is_on_trust_list: z.boolean().nullable().meta({
    description: 'False: it is the studio’s own. Null: it is the operator’s, and unknown here.',
  }),
  certificates: z.string().meta({
    description: 'PEM: what a reader must trust to find the studio’s manifests trusted.',
  }),
})
export type StudioCertificateView = z.infer<typeof StudioCertificateView>
