import { useState } from 'react'
import type { AccountView } from '#contract/account.ts'
import { useGoOn } from '#web/lib/prompts/go-on.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '../section.tsx'
import { DeleteDialog, deletion } from './delete-dialog.tsx'

type DeletionProps = { account: AccountView; onDeleted: () => void }

/** The way out. What it means stands here before anything is pressed. */
export function Deletion({ account, onDeleted }: DeletionProps) {
  const [isAsking, setAsking] = useState(false)
  useGoOn(deletion, true, () => setAsking(true))
  return (
    <Section title={m.account_delete()} hint={m.account_delete_hint()}>
      <div className="flex max-w-xl flex-col gap-4">
        <Fate
          title={m.account_delete_goes()}
          items={[m.account_delete_goes_1(), m.account_delete_goes_2(), m.account_delete_goes_3()]}
        />
        <Fate
          title={m.account_delete_stays()}
          items={[m.account_delete_stays_1(), m.account_delete_stays_2()]}
        />
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {m.account_delete_begin()}
          </Button>
        </div>
      </div>
      <DeleteDialog
        open={isAsking}
        account={account}
        onClose={() => setAsking(false)}
        onDeleted={onDeleted}
      />
    </Section>
  )
}

function Fate({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="text-body">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-quiet">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
