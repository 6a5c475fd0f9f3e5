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

  const endless = 'X'.repeat(100_000)
  const aboutFile = (status: string, rest = '', fileNo = 'PF-1') =>
    message(`<OrgnlGrpInfAndSts><OrgnlMsgId>${fileNo}</OrgnlMsgId><GrpSts>${status}</GrpSts>${rest}</OrgnlGrpInfAndSts>`)
  const reason = (code: string, words = '') =>
    `<StsRsnInf><Rsn><Prtry>${code}</Prtry></Rsn><AddtlInf>${words}</AddtlInf></StsRsnInf>`

  test('keeps a reason that is too long for a code in its words, cut, and what says that the bank has it first', () => {
    const lineOf = (code: string, words?: string) => readPain002(aboutFile('RJCT', reason(code, words))).lines[0]!
    expect(lineOf('C'.repeat(35), 'No funds')).toMatchObject({ reasonCode: 'C'.repeat(35), reasonText: 'No funds' })
    expect(lineOf('C'.repeat(36), 'No funds')).toMatchObject({ reasonCode: null, reasonText: `${'C'.repeat(36)} No funds` })
    const told = lineOf(endless, 'This payment was already received')
    expect([told.reasonCode, told.reasonText!.length]).toEqual([null, 400])
    expect(told.reasonText).toMatch(/^This payment was already received X/)
  })

  test('cuts ids behind the longest that is ours, and takes no other text whole', () => {
    const batch = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${endless}</OrgnlPmtInfId><TxInfAndSts><OrgnlInstrId>${endless}</OrgnlInstrId>
      <OrgnlEndToEndId>${endless}</OrgnlEndToEndId><TxSts>ACSC</TxSts><OrgnlTxRef><Amt><InstdAmt Ccy="${endless}">1.00</InstdAmt></Amt></OrgnlTxRef>
      </TxInfAndSts></OrgnlPmtInfAndSts>`
    const inside = `<OrgnlGrpInfAndSts><OrgnlMsgId>${endless}</OrgnlMsgId></OrgnlGrpInfAndSts>${batch}`
    const report = readPain002(Buffer.from(message(inside).toString().replace('>M-1<', `>${endless}<`)))
    const id = 'X'.repeat(36)
    expect(report).toMatchObject({ fileNo: id, messageId: 'X'.repeat(60) })
    expect(report.lines).toMatchObject([
      { batchId: id, instructionId: id, endToEndId: id, asked: { amount: '1.00', currency: 'XXXX' } },
    ])
  })

  const whole = message(
    `<OrgnlGrpInfAndSts><OrgnlMsgId>PF-1</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
     <OrgnlPmtInfAndSts><OrgnlPmtInfId>PF-1-1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>
       <TxInfAndSts><OrgnlInstrId>PAY-1</OrgnlInstrId><OrgnlEndToEndId>PAY-1</OrgnlEndToEndId><TxSts>RJCT</TxSts>
         <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf><StsRsnInf><Rsn><Prtry>X1</Prtry></Rsn></StsRsnInf>
         <OrgnlTxRef><Amt><InstdAmt Ccy="USD">1.00</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>
     </OrgnlPmtInfAndSts>`,
  ).toString()
  test.each([
    ['GrpHdr', '<GrpHdr/>'],
    ['MsgId', '<MsgId>M-2</MsgId>'],
    ['OrgnlGrpInfAndSts', '<OrgnlGrpInfAndSts/>'],
    ['OrgnlMsgId', '<OrgnlMsgId>PF-2</OrgnlMsgId>'],
    ['GrpSts', '<GrpSts>RJCT</GrpSts>'],
    ['OrgnlPmtInfId', '<OrgnlPmtInfId>PF-1-2</OrgnlPmtInfId>'],
    ['PmtInfSts', '<PmtInfSts>RJCT</PmtInfSts>'],
    ['OrgnlInstrId', '<OrgnlInstrId>PAY-2</OrgnlInstrId>'],
    ['OrgnlEndToEndId', '<OrgnlEndToEndId>PAY-2</OrgnlEndToEndId>'],
    ['TxSts', '<TxSts>ACSC</TxSts>'],
    ['Cd', '<Cd>AC05</Cd>'],
    ['Prtry', '<Prtry>X2</Prtry>'],
    ['Rsn', '<Rsn/>'],
    ['InstdAmt', '<InstdAmt Ccy="USD">2.00</InstdAmt>'],
    ['Amt', '<Amt/>'],
    ['OrgnlTxRef', '<OrgnlTxRef/>'],
  ])('is refused when it has %s twice, while several reasons are read', (name, second) => {
    expect(readPain002(Buffer.from(whole)).lines).toHaveLength(3)
    const twice = whole.replace(`</${name}>`, `</${name}>${second}`)
    expect(() => readPain002(Buffer.from(twice))).toThrow(new StatusReportError(`${name} twice`))
  })

  test.each([
    ['another message', Buffer.from('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>')],
    ['a report that names no file', message('')],
    ['no XML at all', Buffer.from('PAY-1;RJCT')],
    ['a status longer than any', aboutFile('S'.repeat(36))],
    [
      'an amount longer than any',
      message(
        `<OrgnlGrpInfAndSts><OrgnlMsgId>PF-1</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><TxInfAndSts><TxSts>ACSC</TxSts>
          <OrgnlTxRef><Amt><InstdAmt Ccy="USD">1.${'0'.repeat(39)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts>`,
      ),
    ],
    ['an entity that would grow', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
  ])('is refused when it is %s', (_, content) => {
    expect(() => readPain002(content)).toThrow(StatusReportError)
  })
})
