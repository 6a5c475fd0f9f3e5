/**
 * Puts a file that has arrived where it was chosen: before the first file of a later choice. `chosen` holds the place of each
 * file of this session by its key; files that were there before stand first.
 */
export function placeByChoice<F extends { objectKey: string }>(
  files: readonly F[],
  file: F,
  chosen: ReadonlyMap<string, number>,
): F[] {
  const placeOf = ({ objectKey }: F) => chosen.get(objectKey) ?? 0
  const later = files.findIndex((one) => placeOf(one) > placeOf(file))
  return later < 0 ? [...files, file] : [...files.slice(0, later), file, ...files.slice(later)]
}
