import { Module } from '@nestjs/common';
import { LiveStreams } from './live-streams.js';

/** Streams of what changes, for pages that show it as it happens. */
@Module({ providers: [LiveStreams], exports: [LiveStreams] })
export class LiveModule {}
