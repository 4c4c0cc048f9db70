import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { adminQuery } from '#web/admin/admin-query.ts'
import { QueryResult, Section } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { BlockedHashesView } from '../contract.ts'

const hashesQuery = (find: string) =>
  adminQuery<BlockedHashesView>('moderation/hashes', { query: { find } })

/** The hashes of removed files, and a button to allow a file again. */
export function BlockedHashes() {
  const [find, setFind] = useState('')
  const isHash = /^[0-9a-f]{0,64}$/i.test(find)
  return (
    <Section title={m.admin_hashes()}>
      <p className="max-w-prose text-quiet">{m.admin_hashes_text()}</p>
      <div className="w-full max-w-prose">
        <Field
          label={m.admin_hashes_find()}
          error={isHash ? undefined : m.admin_hashes_find_wrong()}
        >
          {(control) => (
            <Input
              {...control}
              value={find}
              onChange={(event) => setFind(event.target.value.trim())}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      <QueryResult query={useQuery(hashesQuery(isHash ? find : ''))}>
        {({ data }) =>
          data.length > 0 ? (
            <HashTable hashes={data} />
          ) : (
            <p className="text-quiet">{find === '' ? m.admin_hashes_none() : m.admin_nothing()}</p>
          )
        }
      </QueryResult>
    </Section>
  )
}

function HashTable({ hashes }: { hashes: BlockedHashesView['data'] }) {
  const may = usePermissions()
  const columns = [
    { name: 'SHA-256' },
    { name: m.admin_hashes_removed() },
    { name: m.admin_hashes_generation() },
    { name: m.admin_hashes_decision() },
  ]
  const rows = hashes.map(({ sha256, created_at, generation_id }) => ({
    key: sha256,
    cells: [
      <span key="hash" className="text-small wrap-anywhere">
        {sha256}
      </span>,
      formatDateTime(created_at),
      generation_id && (
        <Link
          key="generation"
          to={`/admin/generations/${generation_id}`}
          className="underline underline-offset-2"
        >
          {generation_id.slice(-12)}
        </Link>
      ),
      may('hashes.unblock') && (
        <ActionButton
          key="unblock"
          act={{
            title: m.admin_hashes_unblock(),
            name: m.admin_hashes_unblock_name({ hash: sha256.slice(0, 12) }),
            text: m.admin_hashes_unblock_text(),
            path: '/api/admin/moderation/hashes/unblock',
            body: () => ({ sha256 }),
          }}
        />
      ),
    ],
  }))
  return <Table label={m.admin_hashes()} columns={columns} rows={rows} />
}
