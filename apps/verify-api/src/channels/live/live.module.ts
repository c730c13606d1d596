import { Module } from '@nestjs/common';
import { LiveStreams } from './live-streams.js';

/** Streams of changes, for pages that show them as they happen. */
@Module({ providers: [LiveStreams], exports: [LiveStreams] })
export class LiveModule {}
