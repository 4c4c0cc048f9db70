import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { cheapestInput, type PricedInput } from '#core/models/rules/cheapest-input.ts'
import { chooseEndpoint, type Model } from '#core/models/rules/model.ts'
import { type FieldProblem, parseInput } from '#core/models/rules/parse-input.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { runModelTest, sampleAddress } from '#core/models/run-test.ts'
import { pricesOf } from '#core/settings/studio-settings-rules.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { type RecordedAnswer, recordAnswers } from '#providers/http/call-json.ts'
import { createProviders } from '#providers/registry.ts'
import { type Config, loadEnvironment, readConfig } from '../config.ts'
import { findStored, type Selection, typeText, withModels } from './stored-models.ts'

type Options = Selection & { input?: string; yes: boolean }

/** `model test`: runs the cheapest job of a model at its provider. */
export function addModelTest(model: Command): void {
  model
    .command('test')
    .description('Run the cheapest job of a model at its provider, which bills you for it')
    .argument('<id>', 'its id; it need not be enabled')
    .option('--type <type>', typeText)
    .option('--input <file>', 'a JSON file with the values of the form, in place of the cheapest')
    .option('--yes', 'send it; without it the request and its price are printed', false)
    .option('--json', 'print JSON, as every command does', true)
    .action((id: string, options: Options) =>
      withModels(async (context) => {
        const { model: tested } = await findStored(context, id, options.type)
        if (!tested) return fail(`The definition of ${id} cannot be used: see doctor.`)
        const prices = pricesOf(context.settings.current().settings)
        await testModel({ model: tested, prices }, options, readConfig(loadEnvironment()))
      }),
    )
}

type Tested = { model: Model; prices: Prices }

async function testModel(
  { model, prices }: Tested,
  options: Options,
  config: Config,
): Promise<void> {
  const provider = createProviders(config).find(({ id }) => id === model.provider)
  if (!provider) return fail(`${model.provider} is not configured (docs/providers.md).`)
  if (provider.id === 'fal' && config.usesEmulator)
    return fail('The demo has no account at fal: set FAL_KEY.')
  const chosen = await chooseInput({ model, prices }, options.input)
  if ('problems' in chosen) {
    for (const problem of chosen.problems) print(problem)
    return fail('Nothing was sent: the model rejects this input.')
  }
  const { input, credits } = chosen
  const own = chooseEndpoint(model, input)
  const endpoint = config.ENDPOINT_OVERRIDES?.[own] ?? own
  print({ endpoint, credits, request: model.toProvider(input, endpoint) })
  if (!options.yes)
    return fail(`Nothing was sent: ${provider.id} bills you for it. Run it with --yes.`)

  const answers = new Map<string, RecordedAnswer>()
  const begun = performance.now()
  const test = { provider, model, endpoint, input, deadline: config.deadlines[model.kind] }
  // Of an address that is polled the last answer counts.
  const record = (answer: RecordedAnswer) =>
    void answers.set(`${answer.method} ${answer.url}`, answer)
  try {
    const { problems, ...result } = await recordAnswers(record, () => runModelTest(test))
    printAnswers(answers)
    print(shortened({ result, ms: Math.round(performance.now() - begun) }) as object)
    if (problems.length > 0) fail(`The result does not fit the definition: ${problems.join('; ')}.`)
  } catch (error) {
    printAnswers(answers)
    throw error
  }
}

async function chooseInput(
  { model, prices }: Tested,
  file: string | undefined,
): Promise<PricedInput | { problems: FieldProblem[] }> {
  if (file === undefined) return cheapestInput(model, sampleAddress, prices)
  const parsed = parseInput(model, await readValues(file))
  if (!parsed.ok) return parsed
  return { input: parsed.input, credits: priceOf(model, parsed.input, prices).credits }
}

async function readValues(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not a JSON document`, { cause: error })
  }
}

function printAnswers(answers: ReadonlyMap<string, RecordedAnswer>): void {
  for (const answer of answers.values()) print({ answer: shortened(answer) })
}

const maxText = 2_000

/** The same value with long texts cut: files may be inside an answer as base64. */
function shortened(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' && one.length > maxText
      ? `${one.slice(0, 100)}… (${one.length} characters)`
      : one,
  )
}
