import { useQuery } from '@tanstack/react-query'
import type { AdminSettingsView } from '#core/settings/contract/admin-settings.ts'
import { languageFacts, languages } from '#platform/languages/languages.ts'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { settingsQuery } from '#web/admin/admin-query.ts'
import { QueryResult, Section } from '#web/admin/admin-section.tsx'
import { ListArea } from '#web/admin/setting-inputs.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import type { TermList } from '../blocked-terms-rules.ts'

const none: TermList = { terms: [], exceptions: [] }

/** The blocked terms by language, and their change. */
export function BlockedTerms() {
  return (
    <Section title={m.admin_terms()}>
      <p className="max-w-prose text-quiet">{m.admin_terms_text()}</p>
      <QueryResult query={useQuery(settingsQuery)}>
        {(view) => (
          <dl className="flex flex-col">
            {languagesOf(view).map((code) => (
              <Terms key={code} code={code} view={view} />
            ))}
          </dl>
        )}
      </QueryResult>
    </Section>
  )
}

/** The languages of the pages, and others that have a list. */
function languagesOf({ settings: { blocked_terms: lists } }: AdminSettingsView): string[] {
  return [...new Set([...languages, ...Object.keys(lists)])]
}

function Terms({ code, view }: { code: string; view: AdminSettingsView }) {
  const may = usePermissions()
  const { settings, sources, revision } = view
  const { terms, exceptions } = settings.blocked_terms[code] ?? none
  const name = languages.find((one) => one === code)
  const title = name ? languageFacts[name].name : code
  const source = sources.blocked_terms
  const isFixed = source === 'environment' || source === 'file'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <dt className="w-full md:w-56">{title}</dt>
      <dd className="min-w-0 flex-1">
        {m.admin_terms_count({ terms: terms.length, exceptions: exceptions.length })}
        {isFixed && <span className="block text-small text-quiet">{m.admin_terms_fixed()}</span>}
      </dd>
      {!isFixed && may('settings.change') && (
        <dd>
          <ActionButton
            act={{
              title: m.admin_setting_change(),
              name: m.admin_setting_change_name({ name: title }),
              method: 'PATCH',
              path: '/api/admin/settings',
              fields: <TermFields terms={terms} exceptions={exceptions} />,
              body: (form) => {
                const list = { terms: read(form, 'terms'), exceptions: read(form, 'exceptions') }
                const lists = { ...settings.blocked_terms, [code]: list }
                return { set: { blocked_terms: lists }, revision }
              },
            }}
          />
        </dd>
      )}
    </div>
  )
}

function TermFields({ terms, exceptions }: TermList) {
  return (
    <>
      <Field label={m.admin_terms_terms()} hint={m.admin_terms_terms_hint()}>
        {(control) => <ListArea control={control} name="terms" values={terms} />}
      </Field>
      <Field label={m.admin_terms_exceptions()} hint={m.admin_terms_exceptions_hint()}>
        {(control) => <ListArea control={control} name="exceptions" values={exceptions} />}
      </Field>
    </>
  )
}

function read(form: FormData, name: string): string[] {
  const lines = String(form.get(name) ?? '').split('\n')
  return lines.map((line) => line.trim()).filter(Boolean)
}
