import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { repository } from '#testing/product.ts'
import { hasProgram } from '#testing/programs.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const deploy = path.join(repository, 'deploy')

// Each is checked by the program that reads it, where that is installed.
describe('the files of deploy/', () => {
  it.skipIf(!hasProgram('promtool', '--version'))('alert as their tests say', () => {
    const cwd = path.join(deploy, 'prometheus')
    execFileSync('promtool', ['check', 'rules', 'atelier.rules.yml'], { cwd })
    execFileSync('promtool', ['test', 'rules', 'atelier.rules.test.yml'], { cwd })
  })

  it.skipIf(!hasProgram('systemd-analyze', '--version'))('are units without a fault', async () => {
    const directory = await createTemporaryDirectory('units')
    onTestFinished(() => removeTemporaryDirectory(directory))
    const files = []
    for (const name of [
      'atelier-web@.service',
      'atelier-worker@.service',
      'atelier-migrate.service',
    ]) {
      // The program's place is another one here.
      const unit = await readFile(path.join(deploy, 'systemd', name), 'utf8')
      const file = path.join(directory, name)
      await writeFile(file, unit.replaceAll('/opt/atelier', repository))
      files.push(file)
    }
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    })
    expect(verified.stderr.split('\n').filter((line) => line.includes('atelier'))).toEqual([])
    for (const file of files) {
      // From 0, the least exposed, to 100.
      const args = ['security', '--offline=true', '--threshold=20', file]
      expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' })).toMatchObject({ status: 0 })
    }
  })
})
