import { useQuery } from '@tanstack/react-query'
import type { AdminSettingsView } from '#core/settings/contract/admin-settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ActionButton } from './action-dialog.tsx'
import { settingsQuery } from './admin-query.ts'
import { QueryResult, Section } from './admin-section.tsx'
import type { SettingControl } from './setting-control.tsx'
import { settingSections } from './setting-controls.tsx'
import { usePermissions } from './use-permission.ts'

/** The settings of the studio, each with where its value comes from. */
export function SettingsTab() {
  return (
    <QueryResult query={useQuery(settingsQuery)}>
      {(view) => (
        <div className="flex flex-col gap-8">
          <p className="max-w-prose text-quiet">{m.admin_settings_text()}</p>
          {settingSections.map(({ title, controls }) => (
            <Section key={title()} title={title()}>
              <dl className="flex flex-col">
                {controls.map((control) => (
                  <SettingRow key={control.name} control={control} view={view} />
                ))}
              </dl>
            </Section>
          ))}
        </div>
      )}
    </QueryResult>
  )
}

const sources = {
  default: m.admin_setting_from_default,
  database: m.admin_setting_from_database,
  environment: m.admin_setting_from_environment,
  file: m.admin_setting_from_file,
}

type SettingRowProps = { control: SettingControl; view: AdminSettingsView }

function SettingRow({ control, view: { settings, sources: from, revision } }: SettingRowProps) {
  const { name, label, hint, shown, fields, read, permission = 'settings.change' } = control
  const may = usePermissions()
  const source = from[name]
  const isFixed = source === 'environment' || source === 'file'
  const path = '/api/admin/settings'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <dt className="w-full md:w-56">
        {label()}
        <span className="block text-small text-quiet">{sources[source]()}</span>
      </dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{shown(settings)}</dd>
      {!isFixed && may(permission) && (
        <dd className="flex gap-2">
          <ActionButton
            act={{
              title: m.admin_setting_change(),
              name: m.admin_setting_change_name({ name: label() }),
              method: 'PATCH',
              path,
              fields: fields(settings),
              body: (form) => ({ set: { [name]: read(form) }, revision }),
            }}
          />
          {source === 'database' && (
            <ActionButton
              act={{
                title: m.admin_setting_reset(),
                name: m.admin_setting_reset_name({ name: label() }),
                text: hint(),
                method: 'PATCH',
                path,
                body: () => ({ reset: [name], revision }),
              }}
            />
          )}
        </dd>
      )}
    </div>
  )
}
