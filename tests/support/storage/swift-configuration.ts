export type SwiftPlace = {
  directory: string
  user: string
  ports: { proxy: number; account: number; container: number; object: number }
}

export type SwiftServer = keyof SwiftPlace['ports']

/** The one account there is: tempauth's user, and with it the S3 key. */
export const swiftKey = {
  accessKeyId: 'studio:tester',
  secretAccessKey: 'testing',
  region: 'us-east-1',
}

/** Reads and writes objects only through S3, with signatures checked: `s3api` before `tempauth`. */
const proxyPipeline = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

# s3api requires a cache in its pipeline but works without one: nothing listens on this port.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1

[filter:s3api]
use = egg:swift#s3api
location = ${swiftKey.region}
s3_acl = false

[filter:tempauth]
use = egg:swift#tempauth
user_${swiftKey.accessKeyId.replace(':', '_')} = ${swiftKey.secretAccessKey} .admin

[filter:slo]
use = egg:swift#slo
`

/**
 * The configuration of one server, bound to loopback. Without workers it is a single process, which
 * dies with its pid.
 */
export function swiftConfiguration(
  server: SwiftServer,
  { directory, user, ports }: SwiftPlace,
): string {
  const common = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[server]}
user = ${user}
swift_dir = ${directory}
devices = ${directory}/devices
mount_check = false
fallocate_reserve = 0
workers = 0
# On a busy machine the default half seconds would turn slowness into errors.
conn_timeout = 10
node_timeout = 30
recoverable_node_timeout = 30
container_update_timeout = 30
# The four start at once: who asks before the others are up must not shut them out for a minute.
error_suppression_interval = 0
error_suppression_limit = 1000000
log_address = ${directory}/no-syslog
`
  if (server === 'proxy') return common + proxyPipeline
  return `${common}
[pipeline:main]
pipeline = ${server}-server

[app:${server}-server]
use = egg:swift#${server}
`
}
