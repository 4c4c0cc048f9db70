import { Fragment, useId, useState } from 'react'
import type { NewKeyView } from '#core/accounts/contract/keys.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { clientExample } from './client-example.ts'
import { CodeBlock } from './code-block.tsx'
import { curlExample } from './curl-example.ts'
import { buildExample, creditsOf, offeredTasks, type Task } from './example.ts'
import { type ClientExample, featureClients } from './feature-clients.ts'
import { keyAccess } from './keys.ts'
import { pythonExample } from './python-example.ts'

const typescript: ClientExample = {
  name: 'TypeScript',
  write: clientExample,
  place: () => 'example.mts',
  how: () => m.examples_how_save({ name: 'example.mts' }),
  commands: 'npm install @atelier/client\nnode example.mts',
}

const languages: Record<string, ClientExample> = {
  curl: { name: 'curl', write: curlExample, place: m.examples_terminal, how: m.examples_how_curl },
  typescript,
  python: {
    name: 'Python',
    write: pythonExample,
    place: () => 'example.py',
    how: () => m.examples_how_save({ name: 'example.py' }),
    commands: 'pip install requests\npython3 example.py',
  },
  ...Object.fromEntries(featureClients.map(({ client }) => [client.name, client])),
}

/** The placeholder of the key when no key is available. */
const keyPlaceholder = 'YOUR_API_KEY'

/** Complete example programs. A key that was just created is filled in. */
export function CodeExamples({ made }: { made: NewKeyView | undefined }) {
  const [first] = offeredTasks()
  return first ? <Examples made={made} first={first} /> : null
}

function Examples({ made, first }: { made: NewKeyView | undefined; first: Task }) {
  const id = useId()
  const [task, setTask] = useState(first)
  const [language, setLanguage] = useState('curl')
  const prices = usePrices()
  const key = made?.key ?? keyPlaceholder
  const example = buildExample(task, { studio: location.origin, key })
  const offered = Object.entries(languages).filter(
    ([, { canWrite }]) => canWrite?.(example) ?? true,
  )
  const [shown, { name, write, place, how, commands }] =
    offered.find(([value]) => value === language) ?? (['typescript', typescript] as const)
  const code = write(example)
  return (
    <section aria-labelledby={id} className="border-t border-line py-8">
      <h2 id={id} className="text-prompt">
        {m.examples_title()}
      </h2>
      <p className="mt-1.5 max-w-xl text-small text-quiet">{m.examples_intro()}</p>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <TaskChoice value={task} onChange={setTask} />
        <div className="max-w-full overflow-x-auto p-1 max-sm:w-full">
          <div className="w-max min-w-full">
            <Segmented
              label={m.examples_language()}
              options={offered.map(([value, { name: label }]) => ({ value, label }))}
              value={shown}
              onChange={setLanguage}
            />
          </div>
        </div>
      </div>
      <p className="mt-4 text-small text-quiet">
        {keyText(made)} {m.examples_price({ credits: formatNumber(creditsOf(task, prices)) })}
      </p>
      <div className="mt-3">
        <CodeBlock
          label={m.examples_code({ task: task.label(), language: name })}
          place={place()}
          code={code}
        />
      </div>
      <p className="mt-4 text-small text-quiet">{how()}</p>
      {commands && (
        <div className="mt-2">
          <CodeBlock label={m.examples_commands()} place={m.examples_terminal()} code={commands} />
        </div>
      )}
      {featureClients.map(
        ({ client, settings }) =>
          settings && (
            <Fragment key={client.name}>
              <p className="mt-6 max-w-xl text-small text-quiet">{settings.text()}</p>
              <div className="mt-2">
                <CodeBlock
                  label={settings.label()}
                  place={settings.place()}
                  code={settings.code({ studio: location.origin, key })}
                />
              </div>
            </Fragment>
          ),
      )}
      <p className="mt-6 text-small text-quiet">
        <a href="/api/docs" className="text-text underline underline-offset-4">
          {m.examples_reference()}
        </a>{' '}
        {m.examples_reference_text()}
      </p>
    </section>
  )
}

function keyText(made: NewKeyView | undefined): string {
  if (!made) return m.examples_no_key({ placeholder: keyPlaceholder })
  return keyAccess(made) === 'create' ? m.examples_with_key() : m.examples_read_key()
}

type TaskChoiceProps = { value: Task; onChange: (task: Task) => void }

/** The task of the program: a radio group that wraps on narrow windows. */
function TaskChoice({ value, onChange }: TaskChoiceProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={m.examples_task()} className="-mx-1 flex flex-wrap gap-1">
      {offeredTasks().map((task) => (
        <label
          key={task.generationType}
          className="relative flex min-h-control items-center rounded-control px-3 text-body text-quiet transition-colors hover:bg-hover hover:text-text has-checked:bg-pressed has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={task === value}
            onChange={() => onChange(task)}
          />
          {task.label()}
        </label>
      ))}
    </div>
  )
}
