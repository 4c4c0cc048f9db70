import { useEffect, useState } from 'react'
import { Section } from '#web/account/account-layout.tsx'
import { CodeBlock } from '#web/account/keys/code-block.tsx'
import { m } from '#web/messages/compiled/messages.js'
import guide from '../../../../docs/webhooks.md?url'
import { sampleCommands } from './sample-message.ts'

/** What a person does whose receiver is on their own machine, where nothing is sent. */
export function OwnMachine() {
  const [commands, setCommands] = useState<string>()
  useEffect(() => {
    // Pages served without https have no cryptography.
    if (!isSecureContext) return
    void sampleCommands(crypto.randomUUID(), Date.now()).then(setCommands)
  }, [])
  return (
    <Section title={m.webhooks_local()} hint={m.webhooks_local_hint()}>
      <div className="flex flex-col gap-4">
        {commands && (
          <>
            <p>{m.webhooks_local_sample()}</p>
            <CodeBlock
              label={m.webhooks_local_sample_name()}
              place={m.examples_terminal()}
              code={commands}
            />
          </>
        )}
        <p>{m.webhooks_local_tunnel()}</p>
        <p>{m.webhooks_local_operator({ setting: 'ALLOW_PRIVATE_ADDRESSES=on' })}</p>
        <p>
          <a href={guide} className="underline underline-offset-2">
            {m.webhooks_local_guide()}
          </a>
        </p>
      </div>
    </Section>
  )
}
