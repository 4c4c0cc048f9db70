import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { SwiftPlace } from './configuration.ts'

/**
 * One device, one replica: where Swift keeps what. One Python for all three, as its start is the
 * slow part.
 */
const program = `
import sys
from swift.common.ring import RingBuilder
directory = sys.argv[1]
for pair in sys.argv[2:]:
    name, port = pair.split('=')
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port),
                     'replication_ip': '127.0.0.1', 'replication_port': int(port),
                     'device': 'disk', 'weight': 1, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (directory, name))
`

export async function makeRings({ directory, ports }: SwiftPlace): Promise<void> {
  const { proxy: _, ...rings } = ports
  const pairs = Object.entries(rings).map(([name, port]) => `${name}=${port}`)
  await promisify(execFile)('/usr/bin/python3', ['-c', program, directory, ...pairs])
}
