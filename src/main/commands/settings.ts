import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { loadModels } from '#core/models/load-models.ts'
import { changeSettings, exportSettings } from '#core/settings/change-settings.ts'
import type { SettingName, StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { logoLimits } from '#core/settings/studio-settings-rules.ts'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { withDatabase } from '../with-database.ts'
import { parseJson, readJson } from './read-json.ts'

const why = 'why, for the audit log'

/** `settings …`: show, set, reset, export, import. */
export function addSettingsCommands(program: Command): void {
  const settings = program.command('settings').description('Settings of the studio')
  settings
    .command('show')
    .description('Each setting, its value and where that comes from, one a line')
    .action(() =>
      withDatabase(async (context) => {
        const { settings: values, sources } = context.settings.current()
        for (const name of Object.keys(values) as SettingName[])
          print({ setting: name, value: shown(values, name), source: sources[name] })
      }),
    )
  settings
    .command('set')
    .description('Change one setting while the studio runs')
    .argument('<name>', 'its name (settings show)')
    .argument('<value>', 'JSON; a text needs no quotes')
    .requiredOption('--reason <text>', why, parseReason)
    .action((name: string, value: string, { reason }: Reason) =>
      change(reason, { set: { [name]: parseValue(value) } }),
    )
  settings
    .command('logo')
    .description('Use a PNG or WebP image as the logo')
    .argument('<file>', `the image, of at most ${logoLimits.bytes / 1024} kB`)
    .requiredOption('--reason <text>', why, parseReason)
    .action(async (file: string, { reason }: Reason) => {
      const content = await readFile(file)
      if (content.length > logoLimits.bytes)
        return fail(`${file} has ${content.length} bytes, more than ${logoLimits.bytes}.`)
      const logo = `data:image/png;base64,${content.toString('base64')}`
      await change(reason, { set: { logo } })
    })
  settings
    .command('reset')
    .description('Give a setting its default again')
    .argument('<name>', 'its name (settings show)')
    .requiredOption('--reason <text>', why, parseReason)
    .action(async (name: string, { reason }: Reason) => {
      await change(reason, { set: {}, reset: [name] })
    })
  settings
    .command('export')
    .description('The saved settings as JSON, without defaults')
    .action(() =>
      withDatabase(async (context) => {
        console.log(JSON.stringify(await exportSettings(context), null, 2))
      }),
    )
  settings
    .command('import')
    .description('Save the settings of a file; others stay as they are')
    .argument('<file>', 'a JSON file (settings export)')
    .requiredOption('--reason <text>', why, parseReason)
    .action(async (file: string, { reason }: Reason) => {
      const set = await readJson(file)
      if (set === undefined) return fail(`${file} is not a JSON document.`)
      await change(reason, { set })
    })
}

type Reason = { reason: string }

function change(reason: string, asked: { set: unknown; reset?: string[] }): Promise<void> {
  return withDatabase(async (context) => {
    await loadModels(context)
    print({ revision: await changeSettings(context, operatorAction(reason), asked) })
  })
}

/** A logo is shown as its length: it is an image. */
function shown(values: StudioSettings, name: SettingName): unknown {
  if (name === 'logo' && values.logo) return `${values.logo.slice(0, 22)}… (${values.logo.length})`
  return values[name]
}

function parseValue(text: string): unknown {
  return parseJson(text) ?? (text === 'null' ? null : text)
}
