import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

/** Settings of the shipped PostgreSQL. Durability stays at its defaults: fsync, full_page_writes, synchronous_commit on. */
export const serverSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '120',
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  // Compiling a query costs more than running most of ours.
  jit: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  log_min_duration_statement: '1000',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  // One file a weekday, each overwritten a week later, so the log cannot fill the disk with old entries.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_file_mode: '0600',
}

/** The socket lies in the data folder, which nobody else may enter; without one where its path would be too long. */
export function socketSettings(dataDir: string): Record<string, string> {
  const fits = process.platform !== 'win32' && Buffer.byteLength(`${dataDir}/.s.PGSQL.65535.lock`) < 100 && !dataDir.includes(',')
  return { unix_socket_directories: fits ? dataDir : '', unix_socket_permissions: '0700' }
}

/** Settings that follow this machine's memory. */
export function memorySettings(): Record<string, string> {
  const settings: Record<string, string> = {
    effective_cache_size: `${Math.max(128, Math.floor(totalmem() / 2 ** 21))}MB`,
  }
  if (process.platform === 'linux' && sharedMemoryBytes() < 256 * 2 ** 20) settings.dynamic_shared_memory_type = 'mmap'
  return settings
}

// Containers often get 64 MB of /dev/shm, which one parallel query can exhaust.
function sharedMemoryBytes(): number {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks
  } catch {
    return 0
  }
}
