import { userCenterCalls } from '@usance/wire/user-center/calls'
import { routes } from '../../http/context.ts'
import { editProfile, modifyContact, ownProfile } from './profile.ts'

export const userCenterRoutes = routes(userCenterCalls, { profile: ownProfile, edit: editProfile, modify: modifyContact })
