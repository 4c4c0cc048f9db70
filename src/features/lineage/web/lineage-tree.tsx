import { useQuery } from '@tanstack/react-query'
import { useAgain } from '#web/history/records/again.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import { type LineageNode, lineageQuery, lineageTrees } from './lineage.ts'

/** Steps beyond these are not indented further: the details are narrow. */
const maxIndent = 4

/**
 * What a record was made from and what was made from it, as nested lists: each opens its record, or
 * a form that starts again from it. Nothing where it has neither.
 */
export function LineageTree({ id }: { id: string }) {
  const { data: lineage } = useQuery(lineageQuery(id))
  if (!lineage || lineage.links.length === 0) return null
  return (
    <section aria-labelledby={`lineage-${id}`}>
      <h3 id={`lineage-${id}`} className="mb-1.5 text-small font-medium text-quiet">
        {m.lineage_title()}
      </h3>
      <Nodes nodes={lineageTrees(lineage)} currentId={id} depth={0} />
      {lineage.is_truncated && <p className="mt-1.5 text-small text-quiet">{m.lineage_more()}</p>}
    </section>
  )
}

type NodesProps = { nodes: readonly LineageNode[]; currentId: string; depth: number }

function Nodes({ nodes, currentId, depth }: NodesProps) {
  const indent = depth > 0 && depth <= maxIndent ? 'ml-3 border-l border-line pl-1.5' : ''
  return (
    <ul className={indent}>
      {nodes.map((node) => (
        <li key={node.id}>
          <NodeLine node={node} isCurrent={node.id === currentId} />
          {node.children.length > 0 && (
            <Nodes nodes={node.children} currentId={currentId} depth={depth + 1} />
          )}
        </li>
      ))}
    </ul>
  )
}

function NodeLine({ node, isCurrent }: { node: LineageNode; isCurrent: boolean }) {
  const { generation, source } = node
  if (!generation)
    return (
      <p className="flex min-h-12 items-center gap-3 p-1 text-small text-quiet">
        <span className="size-10 shrink-0 border border-dashed border-edge" />
        {m.lineage_deleted()}
      </p>
    )
  return <RecordLine {...{ generation, source, isCurrent }} />
}

type RecordLineProps = {
  generation: NonNullable<LineageNode['generation']>
  source: LineageNode['source']
  isCurrent: boolean
}

function RecordLine({ generation, source, isCurrent }: RecordLineProps) {
  const { path, query } = useLocation()
  const again = useAgain(generation)
  const title = generationTitle(generation)
  const { to, query: own } = recordAddress(generation)
  const how = source && (source === 'input' ? m.lineage_input() : m.lineage_repeat())
  const facts = [isCurrent && m.lineage_current(), how, generation.model_name]
  return (
    <div className="flex items-center gap-1">
      <Link
        to={to}
        query={path === to ? { ...query, result: undefined, ...own } : own}
        layer={path === to}
        aria-current={isCurrent || undefined}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control p-1 text-small hover:bg-hover aria-[current]:bg-pressed"
      >
        <span className="size-10 shrink-0 overflow-hidden bg-stage">
          <Thumbnail
            of={[...generation.images, ...generation.inputs]}
            className="size-full object-cover"
          />
        </span>
        <span className="min-w-0">
          <span className="block truncate">{title}</span>
          <span className="block truncate text-quiet">
            {facts.filter((fact) => typeof fact === 'string').join(' · ')}
          </span>
        </span>
      </Link>
      {again && generation.removed_at === null && (
        <Link
          to={again.to}
          query={again.query}
          data-tip={m.lineage_restart()}
          aria-label={m.lineage_restart_label({ title })}
          className={`${buttonStyle({ variant: 'quiet', size: 'small' })} size-control shrink-0 px-0`}
        >
          <SlidersHorizontal size={16} aria-hidden />
        </Link>
      )}
    </div>
  )
}
