import { describe, expect, test } from 'vitest'
import { readPain002, StatusReportError } from './read-pain002.ts'

const message = (inside: string, version = '03') =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt><GrpHdr><MsgId>M-1</MsgId></GrpHdr>${inside}</CstmrPmtStsRpt></Document>`,
  )

describe('a status report of a bank', () => {
  test('tells of the whole file, of batches and of transfers, each with code and words', () => {
    const report = readPain002(
      message(
        `<OrgnlGrpInfAndSts><OrgnlMsgId>PF-1</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
         <OrgnlPmtInfAndSts><OrgnlPmtInfId>PF-1-1</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>
           <StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>No</AddtlInf><AddtlInf>funds</AddtlInf></StsRsnInf>
           <TxInfAndSts><OrgnlInstrId>PAY-1</OrgnlInstrId><OrgnlEndToEndId>PAY-1</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts>
         </OrgnlPmtInfAndSts>`,
        '11',
      ),
    )
    expect(report).toMatchObject({ format: 'pain.002.001.11', messageId: 'M-1', fileNo: 'PF-1' })
    expect(report.lines.map(({ level, outcome, reasonCode, reasonText }) => [level, outcome, reasonCode, reasonText])).toEqual([
      ['FILE', 'PENDING', null, null],
      ['BATCH', 'REJECTED', 'NARR', 'No funds'],
      ['TRANSFER', 'ACCEPTED', null, null],
    ])
  })

  test.each([
    ['another message', Buffer.from('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>')],
    ['a report that names no file', message('')],
    ['no XML at all', Buffer.from('PAY-1;RJCT')],
    ['an entity that would grow', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
  ])('is refused when it is %s', (_, content) => {
    expect(() => readPain002(content)).toThrow(StatusReportError)
  })
})
