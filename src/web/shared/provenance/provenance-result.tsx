import type { ReactNode } from 'react'
import type { ProvenanceView } from '#core/provenance/contract.ts'
import { ingredientTitles } from '#core/provenance/rules/manifest.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice, type Tone } from '#web/ui/feedback/notices.tsx'

/** What was found of a file: the finding first, then what its marks say. */
export function ProvenanceResult({ found, name }: { found: ProvenanceView; name?: string }) {
  const studio = useStudioName()
  const { tone, title, text } = findingOf(found, studio)
  const { generation, manifest, digital_source: source } = found
  return (
    <div className="flex flex-col gap-4">
      {name && <p className="text-small text-quiet wrap-anywhere">{name}</p>}
      <Notice tone={tone} title={title} announce="politely">
        {text}
        {generation?.is_sample && <p>{m.provenance_sample()}</p>}
      </Notice>
      {(generation ?? source ?? manifest) && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-body">
          {generation && (
            <>
              <Row name={m.provenance_model()}>{generation.model_name}</Row>
              <Row name={m.provenance_made_at()}>{formatDateTime(generation.made_at)}</Row>
            </>
          )}
          {source && <Row name={m.provenance_origin()}>{sourceText(source)}</Row>}
          {manifest && <ManifestRows manifest={manifest} />}
        </dl>
      )}
    </div>
  )
}

type Manifest = NonNullable<ProvenanceView['manifest']>

function ManifestRows({ manifest }: { manifest: Manifest }) {
  const { signer, issuer, generator, actions, ingredients, problems } = manifest
  const signers = [...new Set([signer, issuer])].filter(Boolean)
  return (
    <>
      {signers.length > 0 && <Row name={m.provenance_signer()}>{signers.join(', ')}</Row>}
      {generator && <Row name={m.provenance_program()}>{generator}</Row>}
      {actions.length > 0 && (
        <Row name={m.provenance_steps()}>
          <ol>
            {actions.map(({ action, agent }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a manifest never change
              <li key={index}>{[actionText(action), agent].filter(Boolean).join(' · ')}</li>
            ))}
          </ol>
        </Row>
      )}
      {ingredients.length > 0 && (
        <Row name={m.provenance_made_from()}>
          <ul>
            {ingredients.map(({ title, format, generator: program, has_manifest }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the ingredients of a manifest never change
              <li key={index}>
                {[
                  ingredientText(title) || format,
                  program,
                  has_manifest && m.provenance_with_credentials(),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </Row>
      )}
      {problems.length > 0 && <Row name={m.provenance_problems()}>{problems.join(', ')}</Row>}
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

function findingOf(
  { finding, manifest }: ProvenanceView,
  studio: string,
): { tone: Tone; title: string; text: string } {
  if (finding === 'made_here')
    return {
      tone: 'good',
      title: m.provenance_here(),
      text: m.provenance_here_text({ studio }),
    }
  if (finding === 'near_copy')
    return {
      tone: 'plain',
      title: m.provenance_near(),
      text: m.provenance_near_text({ studio }),
    }
  if (finding === 'marked')
    return { tone: 'warn', title: m.provenance_marked(), text: m.provenance_marked_text() }
  if (finding === 'unknown' || !manifest)
    return { tone: 'plain', title: m.provenance_unknown(), text: m.provenance_unknown_text() }
  switch (manifest.state) {
    case 'trusted':
      return { tone: 'good', title: m.provenance_ours(), text: m.provenance_ours_text() }
    case 'valid':
      return { tone: 'plain', title: m.provenance_elsewhere(), text: m.provenance_elsewhere_text() }
    case 'invalid':
      return { tone: 'bad', title: m.provenance_changed(), text: m.provenance_changed_text() }
  }
}

function sourceText(source: NonNullable<ProvenanceView['digital_source']>): string {
  return source === 'trainedAlgorithmicMedia' ? m.provenance_by_model() : m.provenance_composite()
}

const actionTexts: Readonly<Record<string, () => string>> = {
  'c2pa.created': m.provenance_created,
  'c2pa.opened': m.provenance_opened,
  'c2pa.edited': m.provenance_edited,
  'c2pa.converted': m.provenance_converted,
  'c2pa.edited.metadata': m.provenance_metadata,
}

const ingredientTexts: Readonly<Record<string, () => string>> = {
  [ingredientTitles.result]: m.provenance_result,
  [ingredientTitles.upload]: m.provenance_upload,
  [ingredientTitles.received]: m.provenance_as_it_came,
}

/** The name of an ingredient; manifests of other programs have their own. */
function ingredientText(title: string): string {
  return ingredientTexts[title]?.() ?? title
}

/** The name of an action; one that C2PA defines and no studio of ours writes keeps its own. */
function actionText(action: string): string {
  return actionTexts[action]?.() ?? action.replace(/^c2pa\./, '')
}
