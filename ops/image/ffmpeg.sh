#!/bin/sh
# Builds ffmpeg and ffprobe from Debian's source packages, with Debian's security fixes, but only with what recordings
# need: audio in the containers listed in libs/platform/media/media-tools.ts, and the encoders used in
# worker/src/audio. Debian's own packages read every format and need 230 MB of libraries; fewer parsers for untrusted
# files are safer.
# Usage: ffmpeg.sh FOLDER writes FOLDER/usr/bin/ffmpeg and FOLDER/usr/bin/ffprobe. Run it in an empty folder, on Debian.
set -eu
FOLDER=$1

CONTAINERS=mp3,wav,mov,ogg,flac,aac,matroska,amr,asf,pcm_s16le
MUXERS=mp3,wav,mov,mp4,ipod,ogg,flac,adts,matroska,webm,asf,pcm_s16le
DECODERS=aac,aac_latm,ac3,alac,amrnb,amrwb,dca,eac3,evrc,flac,g723_1,g729,gsm,gsm_ms,ilbc,mace3,mace6,mp1float,mp2float,\
mp3float,nellymoser,opus,qcelp,speex,truespeech,vorbis,wmalossless,wmapro,wmav1,wmav2,wmavoice,'pcm_*','adpcm_*'
ENCODERS=aac,adpcm_ima_wav,adpcm_ms,alac,flac,libgsm_ms,libmp3lame,libopus,libspeex,libvorbis,wmav1,wmav2,'pcm_*'
PARSERS=aac,aac_latm,ac3,amr,dca,flac,g723_1,g729,gsm,mpegaudio,opus,vorbis
FILTERS=abuffer,abuffersink,aeval,aformat,amix,anull,apad,aresample,asetnsamples,asetpts,atrim,join,pan

. /etc/os-release
SOURCE='deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org'
cat > /etc/apt/sources.list.d/sources.list <<END
$SOURCE/debian $VERSION_CODENAME main
$SOURCE/debian-security $VERSION_CODENAME-security main
END
apt-get update
apt-get install --no-install-recommends -y \
  dpkg-dev gcc libc6-dev libgsm1-dev libmp3lame-dev libopus-dev libspeex-dev libvorbis-dev make nasm pkg-config
apt-get source ffmpeg
cd ffmpeg-*/
./configure --prefix=/usr --disable-everything --disable-autodetect --disable-network --disable-doc --disable-ffplay \
  --disable-avdevice --disable-swscale --disable-postproc --disable-debug \
  --enable-libgsm --enable-libmp3lame --enable-libopus --enable-libspeex --enable-libvorbis \
  --enable-protocol=file,pipe --enable-demuxer="$CONTAINERS" --enable-muxer="$MUXERS" --enable-parser="$PARSERS" \
  --enable-decoder="$DECODERS" --enable-encoder="$ENCODERS" --enable-filter="$FILTERS"
make -j "$(nproc)" ffmpeg ffprobe
install -D -t "$FOLDER/usr/bin" ffmpeg ffprobe
