import { type OnboardingPaper, onboardingDocumentKinds, requiredDocumentKinds } from '@usance/wire/onboarding/calls'
import { Kit } from '../../form/kit.tsx'
import { UploadBox } from '../../form/upload-box.tsx'
import { useText } from '../../i18n/i18n.ts'
import { Section } from '../../ui/page-frame.tsx'

type Props = {
  papers: OnboardingPaper[]
  fixed: boolean
  onChange: (change: (papers: OnboardingPaper[]) => OnboardingPaper[]) => void
}

/** The documents by kind, each file with the day it is valid until. */
export function Papers({ papers, fixed, onChange }: Props) {
  const text = useText()
  return (
    <Section title={text('onboarding.documents')}>
      <Kit>
        {onboardingDocumentKinds.map((kind) => (
          <div key={kind} className="onboarding-kind">
            <strong>{text(`onboarding.kind.${kind}`)}</strong>
            {!fixed && requiredDocumentKinds.includes(kind) && <span className="muted"> · {text('onboarding.required')}</span>}
            {fixed && papers.every((paper) => paper.kind !== kind) && <div className="muted">{text('onboarding.noFile')}</div>}
            <UploadBox
              label={text(`onboarding.kind.${kind}`)}
              disabled={fixed}
              maxCount={5}
              types={['pdf', 'png', 'jpg', 'jpeg']}
              value={papers.filter((paper) => paper.kind === kind)}
              onChange={(files: { objectKey: string; fileName: string }[]) =>
                // Files of two kinds may arrive between two renders; each must see the other.
                onChange((now) => [
                  ...now.filter((paper) => paper.kind !== kind),
                  ...files.map(({ objectKey, fileName }) => {
                    const known = now.find((paper) => paper.objectKey === objectKey)
                    return { objectKey, fileName, kind, expiresOn: known?.expiresOn ?? null }
                  }),
                ])
              }
            />
            {papers
              .filter((paper) => paper.kind === kind)
              .map((paper) => (
                <label key={paper.objectKey} className="onboarding-expiry">
                  {text('onboarding.expiresOn', { name: paper.fileName })}
                  <input
                    className="input"
                    type="date"
                    disabled={fixed}
                    value={paper.expiresOn ?? ''}
                    onChange={(event) =>
                      onChange((now) =>
                        now.map((one) =>
                          one.objectKey === paper.objectKey ? { ...one, expiresOn: event.target.value || null } : one,
                        ),
                      )
                    }
                  />
                </label>
              ))}
          </div>
        ))}
      </Kit>
    </Section>
  )
}
