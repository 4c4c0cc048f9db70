import type { ComponentType, ReactNode } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { hasMakingFilters } from '#web/lib/history/address.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { useModelOf } from '#web/lib/models.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { fieldText } from '#web/shared/field-texts.ts'
import { isImage, secondsOf } from '#web/shared/media.ts'
import { Credentials } from '#web/shared/provenance/credentials.tsx'
import { Receipt } from '#web/shared/receipt.tsx'
import { nearCopiesAddress } from '#web/shared/record-actions/record-links.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Copy } from '#web/ui/icons/stage-icons.ts'
import { clockText } from '#web/ui/media/player-texts.ts'
import { sizeText } from '../records/record-facts.ts'
import { type Fact, ParentLink, Sources, settingsOf } from './detail-parts.tsx'

type RecordDetailsProps = {
  generation: GenerationView
  media: MediaView | undefined
  onTags: () => void
}

const FeatureDetails = featureParts(
  import.meta.glob<ComponentType<{ id: string }>>('/src/features/*/web/record-details.tsx', {
    eager: true,
    import: 'default',
  }),
)

/**
 * How it was made, its cost and its times: the prompt, the inputs, the settings, the receipt, the
 * times.
 */
export function RecordDetails({ generation, media, onTags }: RecordDetailsProps) {
  const { prompt, negative_prompt, parent_id } = generation
  const model = useModelOf(generation)
  const { copyPrompt } = useGenerationActions(generation)
  return (
    <div className="flex flex-col gap-6">
      {prompt && (
        <Section
          name={fieldText(model?.promptField ?? 'prompt', model).label()}
          aside={
            <IconButton
              icon={Copy}
              small
              label={m.stage_copy_prompt()}
              onClick={() => void copyPrompt()}
            />
          }
        >
          <Words text={prompt} />
        </Section>
      )}
      {negative_prompt && (
        <Section name={m.history_negative_prompt()}>
          <Words text={negative_prompt} isQuiet />
        </Section>
      )}
      {parent_id && <ParentLink parentId={parent_id} />}
      <Sources generation={generation} model={model} />
      <FeatureDetails id={generation.id} />
      <Section name={m.viewer_tags()}>
        <div className="flex flex-wrap items-center gap-1.5">
          {generation.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          <Button
            size="small"
            variant="quiet"
            onClick={onTags}
            className={generation.tags.length === 0 ? '-ml-2.5' : ''}
          >
            {generation.tags.length > 0 ? m.viewer_edit_tags() : m.viewer_add_tags()}
          </Button>
        </div>
      </Section>
      <Section name={m.viewer_settings()}>
        <Facts
          facts={[
            [m.history_model(), generation.model_name],
            ...resultFacts(generation, media),
            ...settingsOf(generation, model),
          ]}
        />
      </Section>
      {media && (
        <Section name={m.provenance_credentials()}>
          <Credentials key={media.id} address={media.url} />
        </Section>
      )}
      {media && isImage(media) && hasMakingFilters(generation.kind) && (
        <Section name={m.viewer_near()}>
          <Link
            {...nearCopiesAddress(generation)}
            className="text-small underline underline-offset-4"
          >
            {m.viewer_near_show()}
          </Link>
        </Section>
      )}
      <Section name={m.receipt_title()}>
        <Receipt generation={generation} />
      </Section>
      <Section name={m.viewer_times()}>
        <Facts facts={timesOf(generation)} />
      </Section>
    </div>
  )
}

function Section({
  name,
  aside,
  children,
}: {
  name: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section>
      <div className="mb-1.5 flex min-h-5 items-center justify-between gap-2">
        <h3 className="text-small font-medium text-quiet">{name}</h3>
        {aside && <span className="-my-1.5 -mr-1.5">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

function Words({ text, isQuiet }: { text: string; isQuiet?: boolean }) {
  return (
    <p
      className={`text-body whitespace-pre-wrap wrap-anywhere ${isQuiet ? 'text-small text-quiet' : ''}`}
    >
      {text}
    </p>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="flex flex-col gap-1.5 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="shrink-0 text-quiet">{name}</dt>
          <dd className="text-right wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The measures of the shown file: pixels, length and size, and its seed. */
function resultFacts(
  { width, height, seed }: GenerationView,
  media: MediaView | undefined,
): Fact[] {
  const [wide, high] = [media?.width ?? width, media?.height ?? height]
  const seconds = media && secondsOf(media)
  return [
    ...(wide && high ? [[m.history_size(), `${wide} × ${high}`] as const] : []),
    ...(seconds === undefined ? [] : [[m.history_length(), clockText(seconds)] as const]),
    ...(media ? [[m.viewer_file(), fileText(media)] as const] : []),
    ...(seed === null ? [] : [[m.history_seed(), String(seed)] as const]),
  ]
}

function fileText({ content_type, bytes }: GenerationView['images'][number]): string {
  const type =
    content_type
      .split(/[/;]/)[1]
      ?.replace('mpeg', 'mp3')
      .replace('x-wav', 'wav')
      .replace('gltf-binary', 'glb') ?? ''
  return `${type.toUpperCase()} · ${sizeText(bytes, currentLocale())}`
}

function timesOf({ created_at, completed_at }: GenerationView): Fact[] {
  return [
    [m.history_made(), formatDateTime(created_at)],
    ...(completed_at ? [[m.viewer_completed_at(), formatDateTime(completed_at)] as const] : []),
  ]
}
