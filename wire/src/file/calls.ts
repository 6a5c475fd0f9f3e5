import { z } from 'zod'
import { fileToRead } from '../act.ts'
import { call } from '../call.ts'
import { FileRef } from '../fields.ts'

const attachment = '/{p}-company/sysAttachment'
const company = '/{p}-company'
const Keys = z.object({ objectKey: z.string().max(300), preview: z.enum(['true', 'false']).optional() })
const NamedFile = z.object({ url: z.string(), fileName: z.string(), contentType: z.string() })
/** The most files that one zip holds. */
export const batchMaxFiles = 200
const ByKeys = z.object({
  keys: z.array(z.string().max(300)).min(1).max(batchMaxFiles),
  fileName: z.string().max(200).default('attachments'),
})
const ByFiles = z.object({
  files: z.array(FileRef).min(1).max(batchMaxFiles),
  fileName: z.string().max(200).default('attachments'),
})
const common = {
  access: 'signed-in',
  tells: { byRight: 'a file is read with the right to what it hangs on, until then by who put it up (file/places.ts)' },
  scope: 'company',
} as const

const getUrl = (path: string) =>
  call({
    ...common,
    method: 'GET',
    path,
    effect: 'read',
    names: { 'query.objectKey': fileToRead },
    title: 'The address of a stored file',
    query: Keys,
    answer: NamedFile,
  })
const downloadBatch = (path: string) =>
  call({
    ...common,
    method: 'POST',
    path,
    effect: 'read',
    kind: 'file',
    names: { 'body.keys[]': fileToRead },
    title: 'Several stored files as one zip',
    body: ByKeys,
    answer: z.any(),
  })
const downloadFiles = (path: string) =>
  call({
    ...common,
    method: 'POST',
    path,
    effect: 'read',
    kind: 'file',
    names: { 'body.files[].objectKey': fileToRead },
    title: 'Several named files as one zip',
    body: ByFiles,
    answer: z.any(),
  })

/** The types every upload may have, by the ending of its name in any case. */
const documentEndings = ['jpg', 'jpeg', 'bmp', 'png', 'gif', 'pdf', 'docx', 'doc', 'xls', 'xlsx', 'zip'] as const
/** What a file is sent for; it widens what may be sent: mails where text is read from them, data files where they are imported. */
const uploadPurposes = ['ocr', 'import'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
/** The endings an upload may have. */
export const uploadEndings = (purpose?: UploadPurpose): readonly string[] => [
  ...documentEndings,
  ...(purpose === 'ocr' ? ['msg'] : []),
  ...(purpose === 'import' ? ['xml', 'csv', 'sta', 'mt940'] : []),
]
export const zipMaxBytes = 104_857_600
export const fileMaxBytes = 20_971_520

/** Files: put up, looked at, taken down one by one or as a zip. Every key is checked against what the caller may see. */
export const fileCalls = {
  upload: call({
    ...common,
    method: 'POST',
    path: `${attachment}/upload`,
    effect: 'write',
    act: { bindsNobody: 'a file that nothing refers to yet' },
    kind: 'upload',
    title: 'Store one file (multipart field file)',
    query: z.object({ purpose: z.enum(uploadPurposes).optional() }),
    answer: z.object({
      objectKey: z.string(),
      fileName: z.string(),
      fileUrl: z.string(),
      fileSource: z.string(),
      id: z.string(),
      createTime: z.string(),
      size: z.number(),
      sha256: z.string(),
    }),
  }),
  getUrl: getUrl(`${attachment}/getUrl`),
  getDmsUrl: getUrl(`${attachment}/getDmsUrl`),
  getUrlShort: getUrl(`${company}/getDmsUrl`),
  content: call({
    ...common,
    method: 'GET',
    path: `${attachment}/content`,
    effect: 'read',
    names: { 'query.objectKey': fileToRead },
    kind: 'file',
    title: 'The bytes of a stored file; preview true shows pictures and PDFs in the page',
    query: Keys,
    answer: z.any(),
  }),
  downloadBatch: downloadBatch(`${attachment}/downloadBatch`),
  downloadBatchShort: downloadBatch(`${company}/downloadBatch`),
  downloadFiles: downloadFiles(`${attachment}/batchDownloadDmsAndS3`),
  downloadFilesShort: downloadFiles(`${company}/batchDownloadDmsAndS3`),
  downloadByKey: call({
    ...common,
    method: 'GET',
    path: `${attachment}/batchDownloadByKey`,
    effect: 'read',
    names: {
      'query.objectKey': fileToRead,
      'query.objectKey[]': fileToRead,
    },
    kind: 'file',
    title: 'Files by comma-separated or repeated keys as one zip',
    query: z.object({ objectKey: z.union([z.string().max(20_000), z.array(z.string().max(300)).max(batchMaxFiles)]) }),
    answer: z.any(),
  }),
}
