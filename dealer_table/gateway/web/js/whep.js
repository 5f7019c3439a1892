// @ts-check
/** A picture by WebRTC, asked for over HTTP (WHEP): an offer is posted, its answer comes back, the session is deleted. */

const GATHERING_MS = 2_000;
const ANSWER_MS = 10_000;

export class WhepSession {
  #peer = new RTCPeerConnection();
  /** Where the session is ended. @type {string | null} */
  #address = null;
  #isOver = false;

  /** @param {() => void} onLost */
  constructor(onLost) {
    this.#peer.onconnectionstatechange = () => {
      if (["disconnected", "failed"].includes(this.#peer.connectionState)) onLost();
    };
  }

  /**
   * Ask for the picture; what comes of it is in the stream as soon as it comes.
   * @param {string} url
   * @returns {Promise<MediaStream>}
   */
  async start(url) {
    const stream = new MediaStream();
    const peer = this.#peer;
    peer.ontrack = ({ track }) => stream.addTrack(track);
    peer.addTransceiver("video", { direction: "recvonly" });
    await peer.setLocalDescription();
    await gathered(peer);
    const reply = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/sdp" },
      body: peer.localDescription?.sdp,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (reply.status !== 201) throw new Error(`answered ${reply.status}`);
    const address = reply.headers.get("Location");
    this.#address = address && new URL(address, reply.url).href;
    const sdp = await reply.text();
    // Left while the answer was on its way: the session was not known yet, and nothing else will end it.
    if (this.#isOver) this.end();
    else await peer.setRemoteDescription({ type: "answer", sdp });
    return stream;
  }

  /** End it here and at the server; the page may be on its way out. */
  end() {
    this.#isOver = true;
    this.#peer.close();
    if (this.#address !== null) void leave(this.#address);
    this.#address = null;
  }
}

/** @param {string} address */
async function leave(address) {
  try {
    await (await fetch(address, { method: "DELETE", keepalive: true })).text();
  } catch {
    // Whoever is away has ended the session too.
  }
}

/**
 * Wait until the offer has all ways to here, or those that were found in time.
 * @param {RTCPeerConnection} peer
 * @returns {Promise<void>}
 */
function gathered(peer) {
  return new Promise((resolve) => {
    const look = () => peer.iceGatheringState === "complete" && resolve();
    peer.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, GATHERING_MS);
    look();
  });
}
