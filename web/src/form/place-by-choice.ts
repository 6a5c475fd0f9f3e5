/**
 * Inserts an uploaded file at its place of choice: before the first file of a later choice. `chosen` holds the place of each file
 * of this session by its key; earlier files come first.
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
