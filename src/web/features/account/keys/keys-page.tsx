import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyView, NewKeyView } from '#contract/keys.ts'
import { m } from '#web/messages/compiled/messages.js'
import { AccountFrame } from '../account-frame.tsx'
import { Examples } from '../examples/examples.tsx'
import { Loaded } from '../loaded.tsx'
import { Section } from '../section.tsx'
import { KeyLine } from './key-line.tsx'
import { keysQuery } from './keys-query.ts'
import { MadeKey } from './made-key.tsx'
import { MakeKey } from './make-key.tsx'

/**
 * Keys for one's own programs, and programs to begin with. A key itself is seen once, until one
 * leaves the page.
 */
export function KeysPage({ title }: { title: string }) {
  const [made, setMade] = useState<NewKeyView>()
  return (
    <AccountFrame isBelow title={title} intro={m.keys_intro()}>
      {() => (
        <div className="mt-8">
          <Section title={m.keys_make_title()} hint={m.keys_make_hint()}>
            {made ? (
              <MadeKey made={made} onDone={() => setMade(undefined)} />
            ) : (
              <MakeKey onMade={setMade} />
            )}
          </Section>
          <KeyList onRevoked={({ id }) => id === made?.id && setMade(undefined)} />
          <Examples made={made} />
        </div>
      )}
    </AccountFrame>
  )
}

function KeyList({ onRevoked }: { onRevoked: (key: KeyView) => void }) {
  const keys = useQuery(keysQuery)
  return (
    <Section title={m.keys_yours()} hint={m.keys_yours_hint()}>
      <Loaded query={keys} loading={m.keys_loading()} failed={m.keys_failed()}>
        {(found) =>
          found.length === 0 ? (
            <p className="text-quiet">{m.keys_none()}</p>
          ) : (
            <ul tabIndex={-1} className="-my-3 flex flex-col divide-y divide-line outline-none">
              {found.map((key) => (
                <KeyLine key={key.id} apiKey={key} onRevoked={() => onRevoked(key)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
