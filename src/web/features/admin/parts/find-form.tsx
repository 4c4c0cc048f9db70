import { Search } from 'lucide-react'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Input } from '#web/ui/controls/input.tsx'

/** Looks for something; the address says what, so that it can be kept and sent. */
export function FindForm({ label }: { label: string }) {
  const { path, query } = useLocation()
  const find = (form: FormData) =>
    navigate(path, { query: { find: String(form.get('find') ?? '').trim() || null } })
  return (
    <search>
      <form action={find} className="flex items-end gap-2" key={query.find ?? ''}>
        <div className="min-w-0 flex-1 md:max-w-md">
          <Field label={label}>
            {(control) => (
              <Input
                {...control}
                name="find"
                type="search"
                defaultValue={query.find ?? ''}
                maxLength={320}
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        </div>
        <Button type="submit" icon={Search}>
          {m.admin_find()}
        </Button>
      </form>
    </search>
  )
}
